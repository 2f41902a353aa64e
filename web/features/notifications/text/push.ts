/** Strings of push messages' settings. */
export const pushText = {
  title: "When Bopolis is closed",
  intro:
    "Get notified on your devices while none of your pages is open. Messages name the sender, never the text.",
  turnOn: "Turn on for this device",
  on: "Notifications are on for this device.",
  denied:
    "Your browser blocks notifications from this site. Allow them in the browser's settings for this site, then try again.",
  unsupported:
    "This browser can't show notifications. On an iPhone or iPad, add Bopolis to your Home Screen first.",
  kinds: { chat: "Messages", buddy_request: "Buddy requests", sale: "Sales" },
  quiet: "Quiet hours",
  quietHint: (zone: string) => `Nothing is sent during these hours. Time zone: ${zone}.`,
  from: "From",
  until: "Until",
  devices: "Your devices",
  thisDevice: "This device",
  remove: (name: string) => `Remove ${name}`,
  unnamed: "Unknown device",
} as const;
