/** Strings of the modal that asks for the password again. */
export const confirmText = {
  title: "Is that you?",
  text: "Enter your password again to continue.",
  submit: "Continue",
} as const;
