import { codeAt, STEP_SECONDS } from "#worker/security/totp.ts";
import { DEMO_SIGN_INS, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";

const HELP = `npm run code [SECRET]

Prints the code that an authenticator app shows now: of a secret, or of the demo's staff.`;

const [given] = process.argv.slice(2);
if (given === "--help" || given === "-h") console.log(HELP);
else {
  const now = Date.now();
  const staff = DEMO_SIGN_INS.filter((one) => one.hasCode).map(({ username }) => username);
  const left = STEP_SECONDS - (Math.floor(now / 1000) % STEP_SECONDS);
  try {
    const code = codeAt((given ?? DEMO_TWO_FACTOR).toUpperCase().replace(/\s/g, ""), now);
    console.log(
      `${code}  for ${left} s more${given ? "" : `; of ${staff.join(" and ")}`}. Each code is taken once.`,
    );
  } catch {
    console.error(
      "This is not the secret of an authenticator app: it has the letters A to Z and the digits 2 to 7.",
    );
    process.exitCode = 1;
  }
}
