import type { Player } from "./room.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

export interface Shown {
  id: number;
  name: string;
  site: string;
  capacity: number;
  players: readonly Player[];
}

const STYLE =
  "body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;background:#0f0f0f;color:#eee}" +
  "a{color:#f99205}td,th{text-align:left;padding:.25rem 1.5rem .25rem 0}";

const row = ({ user, level, since }: Player): string =>
  `<tr><td>${escaped(user.username)}</td><td>${escaped(level.title)}</td><td>${new Date(since).toISOString()}</td></tr>`;

/** Who plays, for whoever opens the host in a browser. */
export function hostPage({ id, name, site, capacity, players }: Shown): string {
  const table = `<table><tr><th>Player</th><th>Level</th><th>Since</th></tr>${players.map(row).join("")}</table>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(name)}</title><style>${STYLE}</style>
<h1>${escaped(name)}</h1><p>Host ${id} of <a href="${escaped(site)}">${escaped(site)}</a>: ${players.length} of ${capacity} play.</p>
${players.length ? table : "<p>Nobody plays here. Press Play at the site.</p>"}</html>
`;
}
