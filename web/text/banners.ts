/** What a member has to know about their own account, above every page. */
export const bannersText = {
  verifyEmail: "Verify your e-mail address: we sent you a link.",
  resend: "Send it again",
  warned: "You have a warning from our staff.",
  readWarning: "Read it",
  needsTwoFactor:
    "Staff need two-factor authentication to act. Until you turn it on, you may do what members may.",
  turnOn: "Turn it on",
} as const;
