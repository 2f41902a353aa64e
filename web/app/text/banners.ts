/** Strings of the banners about a member's own account, shown above every page. */
export const bannersText = {
  verifyEmail: "Verify your email",
  /** Left out on phones. */
  verifyEmailDetail: ": we sent you a link.",
  resend: "Send it again",
  warned: "You have a warning from our staff.",
  readWarning: "Read it",
  needsTwoFactor:
    "Staff tools need two-factor authentication. Until you turn it on, you can only do what members can.",
  turnOn: "Turn it on",
} as const;
