/** A word of the old vocabulary and the word to use instead (docs/glossary.md). */
export interface Ban {
  pattern: RegExp;
  use: string;
}

/** Compiled once with the flags that find every match on every line. */
const ban = ({ source, flags }: RegExp, use: string): Ban => ({
  pattern: new RegExp(source, `${flags}gm`),
  use,
});

/** Not said anywhere: in no comment, no test title, no text on the screen, no document. */
export const PROSE: Ban[] = [
  ban(/\btold\b|\btells?\b|\btelling\b/i, "send, notify, publish, say"),
  ban(/\bwhoever\b|\bwhomever\b|\bwhom\b/i, "anyone who, the user, the member"),
  ban(/\banew\b/i, "again"),
  ban(/\b(some|no|any|every)body\b/i, "someone, no one, anyone, everyone"),
  ban(/\bone's\b/i, "your, the user's"),
  ban(/\bfor ever\b/i, "permanently"),
  ban(/\bjust now\b/i, "right now, a moment ago"),
  ban(/\bof late\b/i, "recently"),
  ban(/\bin vain\b/i, "without success, on failure"),
  ban(/\bh[au]ngs? up\b|\bhanging up\b/i, "close (socket)"),
  ban(/\bso that\b[^.;]{0,60}\bmay\b/i, "so … can"),
  ban(/\bas there can be\b/i, "reached the limit"),
  ban(
    /\b(colour|favourite|behaviour|honour|neighbour|flavour|labour|humour)(s|ed|ing|ful|ite|ites)?\b/i,
    "US spelling",
  ),
  ban(
    /\b(customis|organis|recognis|normalis|serialis|initialis|authoris|summaris|optimis|minimis|maximis|synchronis|randomis|capitalis|apologis|realis)(e|es|ed|ing|er|ers|ation)\b/i,
    "US spelling",
  ),
  ban(
    /\b(centre|centres|centred|grey|greyed|licence|catalogue|catalogues|cheque|programme|dialogue|cancelled|cancelling|jewellery|pyjamas)\b/i,
    "US spelling",
  ),
];

/** Not in comments and test titles, where the field has a term. */
export const COMMENT: Ban[] = [
  ban(/\banswer(s|ed|ing)?\b/i, "response, return, reply"),
  ban(/^(what|who|whom|whose)\b[^?]*$/i, "start with the noun, or with a verb: what the function returns"),
  ban(/\bwants?\b/i, "needs, requires"),
  ban(/\baside\b/i, "flagged, held for review, separately"),
  ban(/\bmanners\b/i, "policy"),
  ban(/\ba piece\b|\bpieces of code\b/i, "component, module"),
];

/** Not as a word of an identifier or of a file's name: `toldOf`, `lastNews`. */
export const NAME: Ban[] = [
  ban(/^(told|tell|tells|telling)$/, "notify, send, publish"),
  ban(/^(whoever|whom|anew|somebody|nobody|anybody|everybody)$/, "anyone, someone, again"),
  ban(/^(ask|asks|asked|asking)$/, "fetch, query, request"),
  ban(/^(answer|answers|answered)$/, "response, result, reply"),
  ban(/^(aside)$/, "flagged"),
  ban(/^(bones)$/, "skeleton"),
  ban(/^(worn)$/, "equipped"),
  ban(/^(shelf|manners|stays)$/, "index, policy, play sessions"),
  ban(/^(judge|judges|judged)$/, "check, evaluate"),
  ban(/^(refusal|refusals)$/, "error"),
  ban(/^(hang|hung)$/, "close"),
  ban(/^(kept|recall)$/, "cached, saved"),
  ban(/^(act|acts)$/, "action, command, entry"),
  ban(/^(heard|hear|hears)$/, "listen, receive"),
  ban(/^(say|says|said)$/, "publish, send, message"),
  ban(/^(gone|came)$/, "left, deleted, joined"),
  ban(/^(news)$/, "updates, unread, event"),
  ban(/^(noted)$/, "logged"),
  ban(/^(print|prints|printed)$/, "fingerprint"),
  ban(/^(door|doors)$/, "entry point, endpoint"),
  ban(/^(painted)$/, "serverRendered"),
  ban(/^(colour|colours|behaviour|favourite|customiser|grey|centre)$/, "US spelling"),
  ban(/^(surroundings)$/, "context"),
];

/** Whole identifiers: `address` says neither URL nor IP nor email, a window over a page is a modal. */
export const IDENTIFIER: Ban[] = [
  ban(/(?<!e_?mail|ip_?|mac_?|from_?)address(?!Hash|_hash)/i, "url, ipAddress, emailAddress"),
  ban(/[a-z]Windows?$/, "modal"),
];

/** Fields of the API, of the database, of stored state and of the command line keep their names. */
export const FIELDS: ReadonlySet<string> = new Set([
  "answer",
  "acts",
  "addresses",
  "print",
  "printed",
  "answers",
  "asked",
  "address",
]);
