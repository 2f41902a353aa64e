import { HOST_REGIONS, type HostRegion } from "#domain/hosts/host-regions.ts";
import { SITE } from "#domain/site.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

export const hostsText = {
  title: "Game hosts",
  loading: "Loading game hosts",
  regions: Object.fromEntries(Object.entries(HOST_REGIONS).map(([id, { name }]) => [id, name])) as Record<
    HostRegion,
    string
  >,

  host: "Host",
  region: "Region",
  state: "State",
  players: "Players",
  actions: "Actions",
  rooms: "Rooms for browsers",
  states: { online: "Online", full: "Full", silent: "Silent", off: "Switched off" },
  wentOnline: "Came online",
  wentSilent: "Went silent",
  neverConnected: "Never connected",
  notAccepting: "Not accepting players",
  seats: (players: number, capacity: number) => `${formatNumber(players)} of ${formatNumber(capacity)}`,
  seatsLabel: (name: string) => `Seats taken on ${name}`,

  none: "No game hosts yet",
  noneText: `${SITE.client} needs a host. A host on this computer registers itself; start it with`,
  noneCommand: "npm run host",
  noneMore: "or register your own here and give it its key.",
  nonePageText: "There aren't that many hosts.",

  register: "Register host",
  registerTitle: "Register a game host",
  registerText: "It gets its own key, which is shown only once.",
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  saved: (name: string) => `${name} is saved.`,
  name: "Name",
  nameHint: "Only staff see it.",
  ipAddress: "Address",
  ipAddressHint: `What ${SITE.client} connects to: an IP address or a hostname, with a port if it has one.`,
  ipAddressExample: "play.example.com:7777",
  regionHint: "Players are sent to the nearest host with room.",
  capacity: "Capacity",
  capacityHint: "How many people can play there at once.",

  more: (name: string) => `Actions for ${name}`,
  rotate: "New key…",
  rotateTitle: (name: string) => `Give ${name} a new key?`,
  rotateText:
    "Its current key stops working right away. The host stays silent until you give it the new one.",
  rotateAction: "Create new key",
  switchOff: "Switch off…",
  switchOffTitle: (name: string) => `Switch ${name} off?`,
  switchOffText: (players: number) =>
    players === 0
      ? "No one is sent there until you switch it on again."
      : `${formatCount(players, "person is", "people are")} disconnected right away, and no one is sent there until you switch it on again.`,
  switchOffAction: "Switch off",
  switchOn: "Switch on",
  switched: (name: string, enabled: boolean) => `${name} is switched ${enabled ? "on" : "off"}.`,

  keyTitle: (name: string) => `Key for ${name}`,
  keyText: "Copy it now: it won't be shown again. Anyone with this key can act as this host. Keep it secret.",
  key: "Key",
  keyUse: "The reference host reads it from the environment variable HOST_KEY.",
  copy: "Copy key",
  copied: "Key copied.",
  copyFailed: "It couldn't be copied. Select it and copy it yourself.",
  done: "Done",

  keys: "Signing keys",
  keysAbout: "The first key signs join tokens. Hosts fetch the keys automatically.",
  keysLoading: "Loading signing keys",
  noKeys: "No keys yet. The first join token creates a key.",
  kid: "Key",
  use: "Use",
  since: "Created",
  /** Shown for the first key, which came with the database. */
  always: "With the site",
  signs: "Signs join tokens",
  validUntil: (until: string) => `Valid until ${until}`,
  change: "Change key",
  changeTitle: "Sign with a new key?",
  changeText: "Tokens signed with the current key stay valid for 10 more minutes, so players won't notice.",
  changeAction: "Change key",
  changed: "Join tokens are now signed with a new key.",
} as const;
