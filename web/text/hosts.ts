import { HOST_REGIONS, type HostRegion } from "#domain/hosts/regions.ts";
import { SITE } from "#domain/site.ts";
import { counted, exact } from "#web/lib/format.ts";

/** Words of the page where admins see to game hosts. */
export const hostsText = {
  title: "Game hosts",
  loading: "Loading game hosts",
  summary: (total: number) => counted(total, "host"),
  regions: Object.fromEntries(Object.entries(HOST_REGIONS).map(([id, { name }]) => [id, name])) as Record<
    HostRegion,
    string
  >,

  host: "Host",
  region: "Region",
  state: "State",
  players: "Players",
  acts: "Actions",
  states: { online: "Online", full: "Full", silent: "Silent", off: "Switched off" },
  cameOnline: "Came online",
  wentSilent: "Went silent",
  neverHeard: "Not heard from yet",
  takesNobody: "Takes nobody in",
  seats: (players: number, capacity: number) => `${exact(players)} of ${exact(capacity)}`,
  seatsLabel: (name: string) => `Seats taken on ${name}`,

  none: "No game hosts yet",
  noneText: "Nobody can play before there is one. A host on this machine registers by itself; start it with",
  noneCommand: "npm run host",
  noneMore: "or register one of your own here and give it its key.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many hosts.",
  firstPage: "First page",

  register: "Register host",
  registerTitle: "Register a game host",
  registerText: "It gets a key of its own, which is shown once.",
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  saved: (name: string) => `${name} is saved.`,
  name: "Name",
  nameHint: "For staff alone.",
  address: "Address",
  addressHint: `What ${SITE.client} connects to: an IP address or a name, with a port if it has one.`,
  addressExample: "play.example.com:7777",
  regionHint: "Players are sent to the nearest host with room.",
  capacity: "Capacity",
  capacityHint: "How many can play there at once.",

  more: (name: string) => `Actions for ${name}`,
  rotate: "New key…",
  rotateTitle: (name: string) => `Give ${name} a new key?`,
  rotateText: "The key it has now stops working at once: the host is silent until it is given the new one.",
  rotateAct: "Make a new key",
  switchOff: "Switch off…",
  switchOffTitle: (name: string) => `Switch ${name} off?`,
  switchOffText: (players: number) =>
    players === 0
      ? "Nobody is sent there until you switch it on again."
      : `${counted(players, "person is", "people are")} let go at once, and nobody is sent there until you switch it on again.`,
  switchOffAct: "Switch off",
  switchOn: "Switch on",
  switched: (name: string, enabled: boolean) => `${name} is switched ${enabled ? "on" : "off"}.`,

  keyTitle: (name: string) => `The key of ${name}`,
  keyText: "Copy it now and keep it safe: it will not be shown again. Who has it can speak as this host.",
  key: "Key",
  keyUse: "The reference host takes it from its environment, as HOST_KEY.",
  copy: "Copy key",
  copied: "The key has been copied.",
  copyFailed: "It could not be copied. Select it and copy it yourself.",
  done: "Done",

  keys: "Signing keys",
  keysAbout: "Join tokens are signed with the first of these; hosts fetch them by themselves.",
  keysLoading: "Loading signing keys",
  noKeys: "No key yet. One is made with the first join token.",
  kid: "Key",
  use: "Use",
  since: "Made",
  /** Of the first key, which came with the database. */
  always: "With the site",
  signs: "Signs join tokens",
  validUntil: (until: string) => `Taken until ${until}`,
  change: "Change key",
  changeTitle: "Sign with a new key?",
  changeText:
    "Tokens of the key that signs now are taken for ten more minutes, so nobody who is about to play notices.",
  changeAct: "Change key",
  changed: "Join tokens are signed with a new key now.",
} as const;
