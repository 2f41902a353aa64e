import { execFileSync } from "node:child_process";
import type { Project } from "../check/stages.ts";
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
const OWN_SITE_HELPERS = ["tests/e2e/with-own-state", "tests/e2e/room-site", "package-lock.json"];

/** Browser tests of what all pages share. */
const SHARED = [
  ...["browser-aids", "connection", "design-system", "first-screen", "offline-page", "on-paper", "requests"],
  ...["shell", "text-direction", "toasts", "translated-page"],
];

/** Browser tests of one feature or some, with the folders in `domain`, `worker` and `web/features` that they are about. */
const FEATURES: Readonly<Record<string, string>> = {
  attacks:
    "avatar comments conversations forums inventory items levels moderation notifications outfits reports shop standing transactions users",
  avatar: "avatar outfits items render starter",
  billing: "gold",
  builder: "build levels world",
  celebrations: "achievements daily first-night gold ledger",
  chat: "conversations",
  "chat-moderation": "conversations moderation",
  clears: "clears runs levels",
  closet: "avatar outfits items render",
  comments: "comments",
  compose: "forums",
  "create-item": "items shop render",
  directory: "users presence",
  discord: "discord",
  economy: "avatar daily first-night inventory items ledger shop transactions",
  events: "events home",
  "first-minutes": "auth starter avatar play runs first-night",
  "forum-life": "forums moderation",
  forums: "forums",
  host: "hosts play clears",
  inventory: "inventory items",
  "item-purchase": "items shop transactions ledger",
  keyboard: "auth ratings levels",
  "level-draft": "levels build",
  "level-page": "levels render assets",
  "level-picture": "levels build render world",
  levels: "levels",
  moderation: "appeals moderation reports staff standing",
  notifications: "notifications comments",
  people: "buddies follows users presence",
  play: "play hosts levels",
  "player-run": "play ratings runs sim world",
  "player-touch": "play runs sim world",
  "png-cases": "items render raster",
  push: "conversations notifications push",
  ratings: "ratings levels",
  "search-palette": "search",
  settings: "settings standing",
  share: "share",
  shop: "shop items",
  "sim-hashes": "sim",
  "staff-hosts": "hosts staff",
  "staff-tools": "staff moderation reports",
  system: "system health staff",
  themes: "themes",
  transactions: "transactions ledger",
  "try-on": "shop items avatar render",
  "two-factor": "auth security settings mail",
};

/** Code that belongs to one feature. A change of other code, such as `web/ui`, can affect every page. */
const OF_FEATURE = /^(?:domain|worker|web\/features)\/([\w-]+)\/|^web\/(game|scene)\//;
/** Parts of the game are in several features. */
const GAME = ["play", "build", "world"];
/** Everything that the site is made of, what all browser tests use, and the walk over all pages. */
const OF_SITE =
  /^(?:domain|worker|web|db|migrations)\/|^scripts\/(?:bench|client|seed|site)\/|^tests\/(?:support|stand-ins)\/|^tests\/e2e\/(?!.*(?<!accessibility)\.spec\.ts$)|^(?:package-lock\.json|playwright\.config\.ts|vite\.config\.ts|wrangler\.toml)$/;

const OF_ALL_TESTS = ["package-lock.json", "vitest.config.ts", "domain/", "tests/support/"];
/** Paths that the tests of a project are about. Those of `unit` read almost everything and always run. */
const OF_PROJECT: Readonly<Record<Exclude<Project, "unit">, readonly string[]>> = {
  ui: [...OF_ALL_TESTS, "web/", "scripts/site/", "tests/ui/"],
  worker: [
    ...[...OF_ALL_TESTS, "db/", "migrations/", "worker/", "wrangler.toml", "docs/cost-of-live.md"],
    ...["scripts/client/", "scripts/seed/", "scripts/site/", "web/features/build/model/"],
    ...["tests/lagging-copy/", "tests/stand-ins/", "tests/worker/"],
  ],
};

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

/** The files that differ from the last common commit with main, or on main itself from the commit before. Null without git. */
export function changedFiles(): string[] | null {
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

/** Whether the tests of a project are about any of the changed files. */
export const isAffected = (project: keyof typeof OF_PROJECT, changed: readonly string[] | null): boolean =>
  !changed || changed.some((file) => OF_PROJECT[project].some((path) => file.startsWith(path)));

/** The features that have changed, or null if every page can be affected. */
export function changedFeatures(changed: readonly string[] | null): string[] | null {
  if (!changed) return null;
  const known = new Set(Object.values(FEATURES).flatMap((names) => names.split(" ")));
  const features = changed
    .filter((file) => OF_SITE.test(file))
    .flatMap((file) => {
      const [, folder, game] = OF_FEATURE.exec(file) ?? [];
      return game ? GAME : [folder ?? ""];
    });
  return features.every((name) => known.has(name)) ? features : null;
}

/** The browser tests that nothing has changed for. The journeys and the walk over pages always run. */
export function unaffectedTests(changed: readonly string[] | null): string[] {
  if (!changed) return [];
  const isChanged = (path: string) => changed.some((file) => file.startsWith(path));
  const ownSites = OWN_SITE_HELPERS.some(isChanged)
    ? []
    : Object.keys(OWN_SITES).filter((name) => !OWN_SITES[name]?.some(isChanged));
  const features = changedFeatures(changed);
  const ofFeatures = Object.keys(FEATURES).filter(
    (test) => features && !FEATURES[test]?.split(" ").some((name) => features.includes(name)),
  );
  const shared = features ? SHARED : [];
  return [...ownSites, ...ofFeatures, ...shared].filter((name) => !isChanged(`tests/e2e/${name}.spec.ts`));
}
