import { STEP_SECONDS, totpAt } from "#worker/security/totp.ts";
import { DEMO_SIGN_INS, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";

const HELP = `npm run code [SECRET]

Prints the current code for an authenticator secret. Without one, it uses the demo staff's secret.`;

const [given] = process.argv.slice(2);
if (given === "--help" || given === "-h") console.log(HELP);
else {
  const now = Date.now();
  const staff = DEMO_SIGN_INS.filter((one) => one.hasCode).map(({ username }) => username);
  const secondsLeft = STEP_SECONDS - (Math.floor(now / 1000) % STEP_SECONDS);
  try {
    const code = totpAt((given ?? DEMO_TWO_FACTOR).toUpperCase().replace(/\s/g, ""), now);
    console.log(
      `${code}${given ? "" : ` for ${staff.join(" and ")}`}. It's valid for ${secondsLeft} more seconds and works once.`,
    );
  } catch {
    console.error(
      "This isn't an authenticator secret. Secrets use the letters A to Z and the digits 2 to 7.",
    );
    process.exitCode = 1;
  }
}
