/** Strings of two-factor authentication. */
export const securityText = {
  twoFactor: "Two-factor authentication",
  twoFactorText: "Sign in with your password plus a code from your phone. One alone isn't enough.",
  on: "On",
  off: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  codesLeft: (left: number) => (left === 1 ? "1 recovery code left" : `${left} recovery codes left`),
  newCodes: "New recovery codes",
  newCodesText: "You get 16 new codes. The old ones stop working.",
  makeCodes: "Make new codes",
  offTitle: "Turn two-factor authentication off?",
  offText: "After that, your password alone is enough to sign in.",
  isOff: "Two-factor authentication is off.",
  enable: {
    title: "Turn on two-factor authentication",
    text: "Scan this with an authenticator app, then enter the code it shows.",
    qr: "QR code for your authenticator app",
    cannotScan: "Can't scan it? Type this into the app:",
    open: "Open in an app on this device",
    code: "Code from the app",
    submit: "Turn on",
  },
  codes: {
    title: "Your recovery codes",
    text: "Each code signs you in once, without your phone. They're shown only now, so keep them somewhere safe.",
    list: "Recovery codes",
    download: "Download",
    copy: "Copy",
    copied: "Copied!",
    notCopied: "They couldn't be copied. Select them and copy them yourself.",
    saved: "I've saved my codes",
    file: "recovery-codes.txt",
    fileHead: (site: string, username: string) =>
      `Recovery codes of ${username} for ${site}. Each works once, instead of a code from your authenticator app.`,
  },
  copySecret: "Copy the key",
  secretNotCopied: "The key couldn't be copied. Select it and copy it yourself.",
} as const;

/** Strings of the list of signed-in browsers. */
export const devicesText = {
  devices: "Where you are signed in",
  devicesText: "Sign out any device you don't recognize, then change your password.",
  thisOne: "This browser",
  used: "Last used ",
  signOut: "Sign out",
  signOutOf: (device: string) => `Sign out ${device}`,
  others: "Log out other devices",
  othersText: "Signs out every browser except this one.",
  noPlace: "Unknown location",
} as const;
