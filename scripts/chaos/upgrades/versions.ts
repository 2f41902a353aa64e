import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run-script.mjs";

/** A released version of the site. */
export interface Version {
  /** Its tag, `v1.2.3`, or the commit if it has none. */
  name: string;
  commit: string;
}

/** A row of the changelog's table of releases. */
const RELEASE = /^\| \[?(\d+\.\d+\.\d+)\]?[^|]*\| \d{4}-\d\d-\d\d \| `([0-9a-f]{7,40})` \|/gm;

/** The releases in a changelog, newest first, without the one in progress. */
export const releasesIn = (changelog: string): Version[] =>
  [...changelog.matchAll(RELEASE)].map(([, version = "", commit = ""]) => ({ name: `v${version}`, commit }));

const readReleases = () => releasesIn(readFileSync(join(root, "CHANGELOG.md"), "utf8"));

function resolveCommit(name: string): string | null {
  try {
    return execFileSync("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`], {
      cwd: root,
      encoding: "utf8",
    }).trim();
  } catch {
    return null;
  }
}

/** Finds a version by its tag or commit, or else by the commit in the changelog. Throws if this clone doesn't have it. */
export function findVersion(name: string): Version {
  const listed = readReleases().find((release) => release.name === name);
  const commit = resolveCommit(name) ?? (listed && resolveCommit(listed.commit));
  if (!commit)
    throw new Error(
      `This clone doesn't have ${name}. Fetch it: git fetch --tags (in a shallow clone: git fetch --unshallow --tags).`,
    );
  return { name, commit };
}

/** The newest released versions, newest first. */
export const newestVersions = (count: number): Version[] =>
  readReleases()
    .slice(0, count)
    .map(({ name }) => findVersion(name));
