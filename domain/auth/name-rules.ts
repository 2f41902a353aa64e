import { SITE } from "../site.ts";
import { normalizeText } from "../spam/word-list.ts";

/** Words of official accounts: rejected as a word of a name ("the_admin"), allowed inside one ("Admiral"). */
const OFFICIAL = [
  ...["admin", "admins", "administrator", "administrators", "administration", "sysadmin", "sysop"],
  ...["mod", "mods", "moderator", "moderators", "moderation", "staff", "support", "help", "helpdesk"],
  ...["official", "system", "security", "webmaster", "postmaster", "hostmaster"],
];

/** Affixes that don't turn such a word into another one: "therealadmin", "xmodx". */
const AFFIXES = ["the", "real", "team", "game", "site", "chat", "forum", "account", "x"];

/** Names that people or programs would mistake for something else. */
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

/** Allowed although they look like an official word with repeated letters. */
const NOT_OFFICIAL = ["mood", "moods"];

/** Slurs and rude words that no name can contain, and harmless words that contain one of them. At least 1 of each kind. */
export interface Slurs {
  /** Rejected anywhere in a name. */
  anywhere: readonly string[];
  /** Rejected as a whole word. */
  alone: readonly string[];
  innocent: readonly string[];
}

/** Maps similar-looking characters to one form: digits to letters, "l" to "i", "rn" to "m". */
const skeleton = (text: string): string =>
  normalizeText(text, true)
    .replaceAll("2", "z")
    .replaceAll("8", "b")
    .replace(/[69]/g, "g")
    .replaceAll("l", "i")
    .replaceAll("rn", "m");

/** A pattern that also matches a word with repeated letters. */
const repeatable = (word: string): string => skeleton(word).replace(/(.)\1*/g, "$&$1*");
const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;

/** Splits a name at underscores and capitals: "x_BopolisStaff" is x, Bopolis, Staff. */
const wordsOf = (segment: string): string[] =>
  segment.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);

/** Shortest piece of a word split at its digits; shorter ones are too often part of another word ("mod3l"). */
const MIN_PIECE_LENGTH = 5;

/** Every reading of consecutive words: as they are, without outer digits, and split at digits. */
function readingsOf(words: readonly string[]): string[] {
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join("")),
  );
  const readings = runs.flatMap((run) => [
    run,
    run.replace(/^\d+|\d+$/g, ""),
    ...run.split(/\d+/).filter(({ length }) => length >= MIN_PIECE_LENGTH),
  ]);
  return [...new Set(readings.filter((reading) => reading !== "").map(skeleton))];
}

const BRAND = [SITE.name, SITE.protocol].map((name) => name.replace(/[^A-Za-z0-9]/g, ""));

/** Decides which usernames are not allowed. */
export class NameRules {
  readonly #official: RegExp;
  readonly #notOfficial: ReadonlySet<string>;
  readonly #brand: RegExp;
  readonly #reserved: ReadonlySet<string>;
  readonly #anywhere: RegExp;
  readonly #alone: RegExp;
  readonly #innocent: RegExp;

  constructor({ anywhere, alone, innocent }: Slurs) {
    const official = anyOf([...OFFICIAL, ...BRAND].map(repeatable));
    const around = anyOf([official, ...AFFIXES.map(skeleton)]);
    this.#official = new RegExp(`^${around}*${official}${around}*$`);
    this.#notOfficial = new Set(NOT_OFFICIAL.map(skeleton));
    this.#brand = new RegExp(anyOf(BRAND.map(repeatable)));
    this.#reserved = new Set(RESERVED.map((name) => skeleton(name.replaceAll("_", ""))));
    this.#anywhere = new RegExp(anyOf(anywhere.map(repeatable)));
    this.#alone = new RegExp(`^${anyOf([...anywhere, ...alone].map(repeatable))}s?$`);
    this.#innocent = new RegExp(anyOf(innocent.map(repeatable)), "g");
  }

  /** The reason why a username isn't allowed, or null. */
  problem(username: string): "reserved" | "slur" | null {
    const segments = username.split("_").filter(Boolean);
    const readings = readingsOf(segments.flatMap(wordsOf));
    const withoutInnocent = segments.map((segment) => skeleton(segment).replace(this.#innocent, " "));
    if (
      withoutInnocent.some((text) => this.#anywhere.test(text)) ||
      readings.some((text) => this.#alone.test(text) && text.replace(this.#innocent, "") !== "")
    )
      return "slur";
    const isOfficial = (text: string) =>
      this.#brand.test(text) || (this.#official.test(text) && !this.#notOfficial.has(text));
    return this.#reserved.has(skeleton(segments.join(""))) || readings.some(isOfficial) ? "reserved" : null;
  }
}
