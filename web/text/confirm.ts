/** Words of the window that asks for the password once more. */
export const confirmText = {
  title: "Is it you?",
  text: "This needs your password once more.",
  submit: "Go on",
} as const;
