import { NameRules } from "#domain/auth/names.ts";

// Slurs and hateful names that no username may have, in ROT13 so that nobody has to read them. The worker alone has them.

/** These are in no innocent word but those below: refused wherever they are in a name. */
const ANYWHERE = `
  avttre avttn avttnu avttne avtthu avtyrg avtabt artebvq snttbg cunttbg genaal genaavr furznyr jrgonpx
  gbjryurnq enturnq pnzrywbpxrl wvtnobb cbepuzbaxrl whatyrohaal puvatpubat mvccreurnq fynagrlr puvanzna
  zhqfyvzr zhmmeng ergneq phag uvgyre fvrturvy urvyuvgyre juvgrcbjre tnfgurwrjf unysoerrq ylapuoynpx`;

/** These are in innocent words too: refused where they are a word of their own. */
const ALONE = `
  snt puvax tbbx fcvp pbba cnxv qntb xvxr xlxr lvq urro wnc tlccb cvxrl cbynpx ornare pbbyvr qnexvr vawha
  fdhnj tbyyvjbt jvttre avten gneq fcnm zbatbybvq yrfob encvfg encr crqb cnrqb anmv arbanmv xxx juber fyhg`;

/** Innocent words, names and places that have one of them. */
const INNOCENT = `
  scunthorpe therapist snigger niggard retardant retardation whittler`;

const words = (list: string): string[] => list.trim().split(/\s+/);
const decode = (list: string): string[] =>
  words(list.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97)));

/** What usernames are held against. */
export const nameRules = new NameRules({
  anywhere: decode(ANYWHERE),
  alone: decode(ALONE),
  innocent: words(INNOCENT),
});
