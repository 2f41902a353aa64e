import { type Database, type SQL, sql } from "#db/database.ts";
import { nameLook } from "#db/name-look.ts";
import { NameRules } from "#domain/auth/name-rules.ts";
import { type ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import { rejectFilteredWords } from "../spam/words.ts";

// Slurs and rude words banned from usernames, in ROT13, by language. Only the worker has them.

/** Banned anywhere in a name, except in the innocent words below. */
const ANYWHERE = `
  avttre avttn avttnu avttne avtthu avtyrg avtabt artebvq snttbg cunttbg genaal genaavr furznyr jrgonpx
  gbjryurnq enturnq pnzrywbpxrl wvtnobb cbepuzbaxrl whatyrohaal puvatpubat mvccreurnq fynagrlr puvanzna
  zhqfyvzr zhmmeng ergneq phag uvgyre fvrturvy urvyuvgyre juvgrcbjre tnfgurwrjf unysoerrq ylapuoynpx
  shpx cuhpx sipx pbpxfhpx nffubyr nefrubyr nffjvcr qhzonff fuvgurnq fuvgsnpr fuvgont fuvgybeq fuvggl fuvggvat ohyyfuvg
  qvcfuvg ubefrfuvg ongfuvg ncrfuvg rngfuvg ubylfuvg fuvgubyr fuvgfgnva fuvgcbfg ovgpu qvpxurnq qvpxsnpr qvpxcvp
  ovtqvpx qvpxfhpx zlqvpx chffl cravf intvan qvyqb oybjwbo unaqwbo evzwbo znajuber juberubhfr jnaxre obyybpx
  onfgneq cbeauho cbeafgne cbeabtencu phzfubg phzfyhg phzqhzc ovtobbo obbovrf gvggvrf fpebghz znfgheong rwnphyng
  betnfz qbhpuront cvffbss baylsnaf xvyylbhefrys nefpuybpu nefpusvpx svpxra svpxqvpu trsvpxg uherafbua uheraxvaq
  jvpufre fpurvff fpuynzcr fpujhpugry zvfftroheg qerpxfnh cvzzry irecvff gvggra pbaaneq pbaanffr fnybcr raphyre
  oenayrhe pbhvyyr avdhrgnzrer rasbver cbhssvnffr svyfqrchgr uvwbqrchgn uvwhrchgn chgnznqer zvreqn craqrwb pnoeba
  tvyvcbyyn puvatnq puvatngh znevpba pnenyub sbqnfr sbqnffr ohprgn obprgn phmnb neebzonqb svyubqnchgn chaurgn pnmmb
  inssnaphyb fgebamb fgebamn chggnan zvapuvn pbtyvbar svtyvbqvchggnan cbepbqvb xybbgmnx tbqireqbzzr ubrerawbat
  xhgjvws xnaxreyvwre xhejn cvreqby fxhejlfla qmvjxn oylng oylnq cvmqrp cvqbenf bebfch fvxgve crmrirax`;

/** These occur in innocent words too: banned only as separate words. */
const ALONE = `
  snt puvax tbbx fcvp pbba cnxv qntb xvxr xlxr lvq urro wnc tlccb cvxrl cbynpx ornare pbbyvr qnexvr vawha
  fdhnj tbyyvjbt jvttre avten gneq fcnm zbatbybvq yrfob encvfg encr crqb cnrqb anmv arbanmv xxx juber fyhg
  spx shx shd fuvg qvpx pbpx jnax gjng nff nefr phz wvmm gvg gvgf gvggl obbo cravfrf cevpx gbffre zvatr nahf nany
  frk ubeal zvys uragnv ahqrf fgsh tgsb snc cvff cvffrq cvffvat xlf svpx svpxre sbgmr uher uhera ahggr ahggra
  jvpufr zhfpuv nefpu xnpxr chgnva chgr chgrf zreqr avdhr avdhre raphyr chgn chgb chgnf iretn wbqre phyreb sbyyne
  cbeen sbqn sbqre ivnqb zreqn cvebpn phyb ubre arhxra xhg puhw cvmqn pvcn wronp wronal xuhl khl zhqnx cvqbe
  voar nzx lneenx`;

/** Innocent words, names and places that contain one of them. */
const INNOCENT = `
  scunthorpe therapist snigger niggard retardant retardation whittler penistone rabbitch swanker
  pussycat pussywillow cazzola annals annal porras ficks`;

const words = (list: string): string[] => list.trim().split(/\s+/);
const decode = (list: string): string[] =>
  words(list.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97)));

export const nameRules = new NameRules({
  anywhere: decode(ANYWHERE),
  alone: decode(ALONE),
  innocent: words(INNOCENT),
});

/** Throws a field error if the username is reserved or banned. */
export async function checkUsername(db: Database, username: string, now: number): Promise<void> {
  const problem = nameRules.problem(username);
  if (problem) throw fieldErrorAt("username", problem === "slur" ? "name_refused" : "name_reserved");
  await rejectFilteredWords(db, { username }, now);
}

/** Whether another account had the username recently. */
export const isFormerName = (username: string, now: number, exceptOf = 0): SQL =>
  sql`exists (select 1 from former_names where username = ${username} and user_id <> ${exceptOf}
    and reserved_until > ${now})`;

const look = (username: string): SQL => nameLook(sql`${username}`);

/** Whether another account has a name that looks like the username, or had one recently. */
export const isLookAlike = (username: string, now: number, exceptOf = 0): SQL =>
  sql`(exists (select 1 from users where name_look = ${look(username)} and id <> ${exceptOf})
    or exists (select 1 from former_names where name_look = ${look(username)} and user_id <> ${exceptOf}
      and reserved_until > ${now}))`;

export const nameTakenError = (): ApiError =>
  fieldError("username", "This username is taken. Try another one.");

export const lookAlikeError = (): ApiError =>
  fieldError("username", "This username looks like that of another member. Try another one.");
