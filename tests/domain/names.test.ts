import fc from "fast-check";
import { SITE } from "#domain/site.ts";
import { USERNAMES } from "#scripts/seed/content/people.ts";
import { forAll } from "#tests/support/for-all.ts";
import { nameRules } from "#worker/auth/usernames.ts";

const problem = (name: string) => nameRules.problem(name);
/** ROT13, as in the list itself. */
const decode = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
const words = (text: string) => text.trim().split(/\s+/);

describe("a reserved word in a username", () => {
  test.each([
    [
      "plain",
      "bopolis support Support staff admin mod MODS official system help security moderator sysadmin",
    ],
    ["as a word", "Bopolis_Staff BopolisStaff official_bopolis the_admin x_support_x help_bob SecurityTeam"],
    ["with digits for letters", "Adm1n m0d supp0rt 5y5tem h3lp 8opolis B0p0l1s 57aff 0fficial 4dm1n_bob"],
    ["with digits around it", "admin123 mod_1 99staff support24h admin4you"],
    ["with letters that look alike", "OfficiaI offlclal rnod rnoderator Systern"],
    ["with letters repeated", "adddmin bopoliss SSSTAFF moood suppport"],
    ["taken apart", "s_t_a_f_f ad_min bop_olis aDmIn x_m_o_d_x"],
    ["next to filler words", "theadmin xXadminXx xxmodxx realstaff bopolisstaff gamesupport ilovebopolis"],
    [
      "that is a programming keyword",
      "undefined null Null NULL_ api constructor __proto__ hasOwnProperty toString NaN",
    ],
  ])("is rejected %s", (_, names) => {
    for (const name of words(names)) expect(problem(name), name).toBe("reserved");
  });

  test("is rejected next to any other word", () => {
    const reserved = fc.constantFrom("admin", "staff", "mod", "support", "official", SITE.name);
    const other = fc.constantFrom("otter", "Panda", "x", "blue7", "Zoe");
    const digits = { o: "0", i: "1", a: "4", s: "5", t: "7", e: "3" } as Record<string, string>;
    const disguised = fc.tuple(reserved, fc.infiniteStream(fc.nat(2))).map(([word, kinds]) =>
      [...word]
        .map((letter) => {
          const kind = kinds.next().value ?? 0;
          return kind === 1 ? letter.toUpperCase() : kind === 2 ? (digits[letter] ?? letter) : letter;
        })
        .join(""),
    );
    forAll(disguised, other, fc.boolean(), (word, beside, first) => {
      const name = first ? `${word}_${beside}` : `${beside}_${word}`;
      expect(problem(name), name).toBe("reserved");
    });
  });

  test("is allowed as part of an innocent word", () => {
    const innocent = `helpful_otter helpless Helper Modesto Moderna Modern modem mood good_mood Moody Model
      mod3l modular Commodore Admiral badminton Staffordshire supporter unofficial ecosystem Systematic
      insecurity acropolis null_pointer constructor_bob here_i_am all_star user_1 nobody_42 apian`;
    for (const name of words(innocent)) expect(problem(name), name).toBeNull();
  });
});

describe("a slur in a username", () => {
  test.each([
    ["plain", "avttre snttbg phag ergneq avttnf"],
    ["inside another word", "kavttrek ovtsnttbg"],
    ["with letters repeated", "avvvtttrrreee phhhag"],
    ["as a word of its own", "snt_obg gur_cnxv fcvp_obl anmv"],
  ])("is rejected %s", (_, names) => {
    for (const name of words(names)) expect(problem(decode(name)), name).toBe("slur");
  });

  test("is rejected with digits for letters, taken apart and in capitals", () => {
    const slur = decode("avttre");
    const digits = slur.replace("i", "1").replace("e", "3");
    const sixes = slur.replaceAll("g", "9");
    for (const name of [digits, `${digits}88`, sixes, [...slur].join("_"), `x${slur.toUpperCase()}x`])
      expect(problem(name), name).toBe("slur");
    expect(problem(`Big${slur.slice(0, 3)}${slur.slice(3).toUpperCase()}`)).toBe("slur");
  });

  test("is allowed as part of an innocent word", () => {
    const innocent = `Scunthorpe Cassandra Assassin Dickens Penistone Essex Nigel Niger Nigeria Pakistan Japan
      Japanese Grape Therapist Cocktail Peacock Hancock document class shiitake raccoon tycoon cocoon Spicy
      suspicious Nazir tyranny snigger retardant Fagin Whittier whittler rapeseed Homer tardis doo_wop`;
    for (const name of words(innocent)) expect(problem(name), name).toBeNull();
  });
});

describe("a rude word in a username", () => {
  test.each([
    [
      "in English",
      "shpxlbh3 s_h_p_x shhhpx fu1gurnq ohyyfuvg nffubyr n55ubyr qvpx uneq_cravf o1gpu pbpxfhpxre",
    ],
    ["in German", "nefpuybpu uherafbua svpxqvpu sbgmr jvpufre fpurvffr"],
    ["in French, Spanish and Portuguese", "chgnva pbaaneq fnybcr raphyre uvwbqrchgn zvreqn craqrwb pnenyub"],
    ["in Italian, Dutch, Polish, Russian and Turkish", "pnmmb fgebamb xybbgmnx xhejn oylng bebfch"],
  ])("is rejected %s", (_, names) => {
    for (const name of words(names)) expect(problem(decode(name)), name).toBe("slur");
  });

  test("is allowed as part of an innocent word or a name", () => {
    const innocent = `Scunthorpe Dickens Dickinson Cockburn Assange Hancock Shiitake Shitake Essex Sussex Middlesex
      Penistone Peacock Cocktail Cassandra assassin classic Fukushima Phuket Pomeranian Pom_Pom Analyst Canal Titan
      Cumberland Cucumber Yoshitaka Harshita Yamashita saltwater nightwatch Swanker Janus Uranus booboo computation
      reputation Hitchcock Pussycat Pussywillow shuttlecock Arsenal Marsch Sextant Basset Passenger Wichita Kitten
      Massachusetts Fickle Cunningham SummerDevil RabbitChaser rabbitchase Bitcoin Wittenberg Kutcher Annals Porras
      Merdeka Cazzola Vergara Constance Nutella Verdict Kubrick Circus Mississippi Pistachio Grapefruit Deputy`;
    for (const name of words(innocent)) expect(problem(name), name).toBeNull();
  });
});

test("the names of the demo world are allowed, except those of its staff", () => {
  expect(USERNAMES.filter((name) => problem(name) !== null)).toEqual(["admin", "moderator"]);
});

test("every name is either allowed or rejected for a reason", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_]{3,20}$/);
  forAll(name, (text) => [null, "reserved", "slur"].includes(problem(text)));
  for (const text of ["x".repeat(20), "_".repeat(20), "xX".repeat(10), "x_".repeat(10), "1".repeat(20)])
    expect(problem(text), text).toBeNull();
});
