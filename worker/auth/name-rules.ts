import { NameRules } from "#domain/auth/name-rules.ts";

// Slurs that are banned from usernames, in ROT13 to keep them unreadable. Only the worker has this list.

/** Banned anywhere in a name, except in the innocent words below. */
const ANYWHERE = `
  avttre avttn avttnu avttne avtthu avtyrg avtabt artebvq snttbg cunttbg genaal genaavr furznyr jrgonpx
  gbjryurnq enturnq pnzrywbpxrl wvtnobb cbepuzbaxrl whatyrohaal puvatpubat mvccreurnq fynagrlr puvanzna
  zhqfyvzr zhmmeng ergneq phag uvgyre fvrturvy urvyuvgyre juvgrcbjre tnfgurwrjf unysoerrq ylapuoynpx`;

/** These occur in innocent words too: banned only as separate words. */
const ALONE = `
  snt puvax tbbx fcvp pbba cnxv qntb xvxr xlxr lvq urro wnc tlccb cvxrl cbynpx ornare pbbyvr qnexvr vawha
  fdhnj tbyyvjbt jvttre avten gneq fcnm zbatbybvq yrfob encvfg encr crqb cnrqb anmv arbanmv xxx juber fyhg`;

/** Innocent words, names and places that contain one of them. */
const INNOCENT = `
  scunthorpe therapist snigger niggard retardant retardation whittler`;

const words = (list: string): string[] => list.trim().split(/\s+/);
const decode = (list: string): string[] =>
  words(list.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97)));

/** The rules for usernames. */
export const nameRules = new NameRules({
  anywhere: decode(ANYWHERE),
  alone: decode(ALONE),
  innocent: words(INNOCENT),
});
