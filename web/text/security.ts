/** Words of two-factor authentication, sessions and of showing again who one is. */
export const securityText = {
  twoFactor: "Two-factor authentication",
  twoFactorText:
    "A code from an app on your phone, besides your password: who has only one of them stays out.",
  on: "On",
  off: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  codesLeft: (left: number) => (left === 1 ? "1 recovery code left" : `${left} recovery codes left`),
  newCodes: "New recovery codes",
  newCodesText: "Sixteen new codes; the old ones stop working.",
  makeCodes: "Make new codes",
  offTitle: "Turn two-factor authentication off?",
  offText: "Your password alone lets you in then.",
  isOff: "Two-factor authentication is off.",
  enable: {
    title: "Turn on two-factor authentication",
    text: "Scan this with an authenticator app, then type the code that it shows.",
    qr: "QR code for your authenticator app",
    cannotScan: "Can't scan it? Type this into the app:",
    open: "Open in an app on this device",
    code: "Code from the app",
    submit: "Turn on",
  },
  codes: {
    title: "Your recovery codes",
    text: "Each of them lets you in once, without your phone. They are shown only now: keep them somewhere safe.",
    list: "Recovery codes",
    download: "Download",
    copy: "Copy",
    copied: "Copied!",
    notCopied: "They could not be copied. Mark them and copy them by hand.",
    kept: "I have kept them",
    file: "recovery-codes.txt",
    fileHead: (site: string, username: string) =>
      `Recovery codes of ${username} for ${site}. Each works once, in place of a code of the authenticator app.`,
  },
  copySecret: "Copy the key",
  secretNotCopied: "The key could not be copied. Mark it and copy it by hand.",
} as const;

/** Words of the list of browsers. */
export const devicesText = {
  devices: "Where you are signed in",
  devicesText: "Sign out what you don't know, then change your password.",
  thisOne: "This browser",
  used: "Last used ",
  signOut: "Sign out",
  signOutOf: (device: string) => `Sign out ${device}`,
  others: "Log out other devices",
  othersText: "Every browser but this one is signed out.",
  noPlace: "Place unknown",
} as const;
