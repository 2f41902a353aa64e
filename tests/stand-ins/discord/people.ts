/** A user of the Discord stand-in. */
export interface DiscordPerson {
  id: string;
  username: string;
  global_name: string | null;
}

/** The initial made-up users. */
export const DISCORD_PEOPLE: readonly DiscordPerson[] = [
  { id: "900000000000000001", username: "marzipan.moth", global_name: "Marzipan Moth" },
  { id: "900000000000000002", username: "gravelbard", global_name: null },
  { id: "900000000000000003", username: "tin_otter", global_name: "The Tin Otter" },
];
