import type { HostPlayer } from "./player-list.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

export interface HostStatus {
  id: number;
  name: string;
  site: string;
  capacity: number;
  players: readonly HostPlayer[];
}

const STYLE =
  "body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;background:#0f0f0f;color:#eee}" +
  "a{color:#f99205}td,th{text-align:left;padding:.25rem 1.5rem .25rem 0}";

const row = ({ user, level, since }: HostPlayer): string =>
  `<tr><td>${escapeHtml(user.username)}</td><td>${escapeHtml(level.title)}</td><td>${new Date(since).toISOString()}</td></tr>`;

/** Returns the page with the current players, for browsers. */
export function hostPage({ id, name, site, capacity, players }: HostStatus): string {
  const table = `<table><tr><th>Player</th><th>Level</th><th>Since</th></tr>${players.map(row).join("")}</table>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(name)}</title><style>${STYLE}</style>
<h1>${escapeHtml(name)}</h1><p>Host ${id} of <a href="${escapeHtml(site)}">${escapeHtml(site)}</a>: ${players.length} of ${capacity} playing.</p>
${players.length ? table : "<p>No one is playing here. Press Play on the site.</p>"}</html>
`;
}
