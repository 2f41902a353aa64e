import { parseArgs } from "node:util";
import { ROLE_RECORDS } from "#domain/discord/roles.ts";
import { DISCORD_CALLBACK_PATH, discordResultUrl } from "#domain/discord/strings.ts";
import { SITE } from "#domain/site.ts";
import { registerRecords } from "./register.ts";

const { values } = parseArgs({ options: { "set-up": { type: "boolean" } } });
const { DISCORD_CLIENT_ID, DISCORD_BOT_TOKEN, ORIGIN = "http://localhost:8787" } = process.env;

const STEPS = `Follow these steps to connect ${SITE.name} to Discord. Until then, \`npm start\` simulates Discord on this computer.

1. Create an application at https://discord.com/developers/applications.
2. Under OAuth2, copy its client id and client secret, and add the redirect
     ${ORIGIN}${DISCORD_CALLBACK_PATH}
   for each of the site's URLs (set ORIGIN to see the line for yours).
3. Under General Information, set the Linked Roles Verification URL to
     ${ORIGIN}${discordResultUrl()}
4. Under Bot, reset and copy the token. You need it once, for the next step. It isn't stored.
5. Register what servers can base roles on (${ROLE_RECORDS.map(({ name }) => name).join(", ")}):
     DISCORD_CLIENT_ID=… DISCORD_BOT_TOKEN=… npm run discord -- --set-up
6. Give the site its keys. On this computer:
     DISCORD_CLIENT_ID=… DISCORD_CLIENT_SECRET=… npm start
   On a domain, once; the deployment stores them as secrets:
     DISCORD_CLIENT_ID=… DISCORD_CLIENT_SECRET=… npm run deploy
7. In a Discord server that the application was added to: Server Settings > Roles > Links adds ${SITE.name} to a role.`;

if (!values["set-up"]) {
  console.log(STEPS);
} else if (!DISCORD_CLIENT_ID || !DISCORD_BOT_TOKEN) {
  console.error(
    "Set DISCORD_CLIENT_ID and DISCORD_BOT_TOKEN. Run `npm run discord` to see where to find them.",
  );
  process.exitCode = 1;
} else {
  try {
    await registerRecords({ id: DISCORD_CLIENT_ID, botToken: DISCORD_BOT_TOKEN });
    console.log(`Registered: ${ROLE_RECORDS.map(({ name }) => name).join(", ")}.`);
  } catch (error) {
    console.error(`Nothing was registered. ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
