import { execFileSync } from "node:child_process";
import { root } from "../run-script.mjs";

const ROOMS = [
  "domain/room/",
  "domain/runs/",
  "domain/sim/",
  "worker/room/",
  "worker/runs/",
  "web/game/room/",
  "web/features/play/",
];
const SITE = ["scripts/site/", "scripts/start/", "worker/objects/", "worker/live/", "wrangler.toml"];
const OPERATION = [
  "scripts/serve/",
  "scripts/backup/",
  "scripts/restore/",
  "scripts/admin/",
  "worker/operator/",
  "worker/backup/",
];

/** Browser tests that start, kill or restore a site of their own, with the paths that they are about. */
const OWN_SITES: Readonly<Record<string, readonly string[]>> = {
  "builder-together": ["domain/build/", "worker/build/", "web/features/build/", "web/game/edit/", ...SITE],
  "first-run": ["scripts/seed/", ...SITE],
  "host-tokens": [
    "domain/hosts/",
    "domain/play/",
    "worker/hosts/",
    "worker/play/",
    "scripts/host/",
    "docs/HOSTS.md",
  ],
  "read-only": ["worker/http/", "worker/system/", ...SITE],
  restart: ["worker/auth/", ...SITE, ...OPERATION],
  rooms: [...ROOMS, ...SITE],
  "rooms-follow": [...ROOMS, ...SITE],
  "self-hosting": ["docker/", "Dockerfile", "compose.yaml", ...SITE, ...OPERATION],
};

/** Files that all of them use. */
const HELPERS = [
  "tests/e2e/own-site",
  "tests/e2e/with-own-state",
  "tests/e2e/room-site",
  "package-lock.json",
];

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

/** The files that differ from the last common commit with main, or on main itself from the commit before. Null without git. */
function changedFiles(): string[] | null {
  try {
    const [head] = git("rev-parse", "HEAD");
    const main =
      git("for-each-ref", "--format=%(refname)", "refs/heads/main", "refs/remotes/origin/main").at(-1) ?? "";
    const [base] = git("merge-base", "HEAD", main);
    return [
      ...git("diff", "--name-only", base === head ? "HEAD~1" : (base ?? "")),
      ...git("ls-files", "--others", "--exclude-standard"),
    ];
  } catch {
    return null;
  }
}

/** The browser tests with sites of their own that nothing has changed for. */
export function unaffectedOwnSites(changed = changedFiles()): string[] {
  if (!changed) return [];
  const isChanged = (path: string) => changed.some((file) => file.startsWith(path));
  if (HELPERS.some(isChanged)) return [];
  return Object.keys(OWN_SITES).filter(
    (name) => ![`tests/e2e/${name}.spec.ts`, ...(OWN_SITES[name] ?? [])].some(isChanged),
  );
}
