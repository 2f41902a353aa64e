import { SITE } from "../site.ts";
import { plain } from "../spam/words.ts";

/** Words that speak for the site: refused as a word of a name ("the_admin"), not as a part of another one ("Admiral"). */
const OFFICIAL = [
  ...["admin", "admins", "administrator", "administrators", "administration", "sysadmin", "sysop"],
  ...["mod", "mods", "moderator", "moderators", "moderation", "staff", "support", "help", "helpdesk"],
  ...["official", "system", "security", "webmaster", "postmaster", "hostmaster"],
];

/** What stands beside such a word without making another one of it: "therealadmin", "xmodx". */
const BESIDE = ["the", "real", "team", "game", "site", "chat", "forum", "account", "x"];

/** Names that would be mistaken for something else, by people or by programs. */
const RESERVED = [
  ...["undefined", "null", "none", "nil", "nan", "true", "false", "void", "api", "proto", "prototype"],
  ...Object.getOwnPropertyNames(Object.prototype),
  ...[
    "root",
    "anonymous",
    "deleted",
    "nobody",
    "someone",
    "somebody",
    "everyone",
    "everybody",
    "here",
    "all",
  ],
  ...["guest", "unknown", "self", "user", "username", "login", "register", "settings"],
];

/** Innocent although they look like an official word with letters repeated. */
const NOT_OFFICIAL = ["mood", "moods"];

/** Words that no name may have, and innocent words that contain one of them; at least one of each kind. */
export interface Slurs {
  /** Refused wherever they are. */
  anywhere: readonly string[];
  /** Refused as a word of their own. */
  alone: readonly string[];
  innocent: readonly string[];
}

/** Letters as they look: digits for letters, "I" for "l" and "rn" for "m" read alike. */
const skeleton = (text: string): string =>
  plain(text, true)
    .replaceAll("2", "z")
    .replaceAll("8", "b")
    .replace(/[69]/g, "g")
    .replaceAll("l", "i")
    .replaceAll("rn", "m");

/** A word as a pattern that also finds it with letters repeated. */
const drawn = (word: string): string => skeleton(word).replace(/(.)\1*/g, "$&$1*");
const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;

/** The words of a name, by its underscores and capitals: "x_BopolisStaff" is x, Bopolis, Staff. */
const wordsOf = (segment: string): string[] =>
  segment.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);

/** In a word split at its digits, shorter pieces are too often a part of another word ("mod3l"). */
const SHORTEST_PIECE = 5;

/** Every way to read some of the words of a name: as they stand, without digits around them, and between its digits. */
function readingsOf(words: readonly string[]): string[] {
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join("")),
  );
  const readings = runs.flatMap((run) => [
    run,
    run.replace(/^\d+|\d+$/g, ""),
    ...run.split(/\d+/).filter(({ length }) => length >= SHORTEST_PIECE),
  ]);
  return [...new Set(readings.filter((reading) => reading !== "").map(skeleton))];
}

const BRAND = [SITE.name, SITE.protocol].map((name) => name.replace(/[^A-Za-z0-9]/g, ""));

/** Decides which usernames nobody may choose. */
export class NameRules {
  readonly #official: RegExp;
  readonly #notOfficial: ReadonlySet<string>;
  readonly #brand: RegExp;
  readonly #reserved: ReadonlySet<string>;
  readonly #anywhere: RegExp;
  readonly #alone: RegExp;
  readonly #innocent: RegExp;

  constructor({ anywhere, alone, innocent }: Slurs) {
    const official = anyOf([...OFFICIAL, ...BRAND].map(drawn));
    const around = anyOf([official, ...BESIDE.map(skeleton)]);
    this.#official = new RegExp(`^${around}*${official}${around}*$`);
    this.#notOfficial = new Set(NOT_OFFICIAL.map(skeleton));
    this.#brand = new RegExp(anyOf(BRAND.map(drawn)));
    this.#reserved = new Set(RESERVED.map((name) => skeleton(name.replaceAll("_", ""))));
    this.#anywhere = new RegExp(anyOf(anywhere.map(drawn)));
    this.#alone = new RegExp(`^${anyOf([...anywhere, ...alone].map(drawn))}s?$`);
    this.#innocent = new RegExp(anyOf(innocent.map(drawn)), "g");
  }

  /** Why nobody may have a username; null where anybody may. */
  problem(username: string): "reserved" | "slur" | null {
    const segments = username.split("_").filter(Boolean);
    const readings = readingsOf(segments.flatMap(wordsOf));
    const apart = segments.map((segment) => skeleton(segment).replace(this.#innocent, " "));
    if (apart.some((text) => this.#anywhere.test(text)) || readings.some((text) => this.#alone.test(text)))
      return "slur";
    const isOfficial = (text: string) =>
      this.#brand.test(text) || (this.#official.test(text) && !this.#notOfficial.has(text));
    return this.#reserved.has(skeleton(segments.join(""))) || readings.some(isOfficial) ? "reserved" : null;
  }
}
