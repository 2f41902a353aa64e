import { parseArgs } from "node:util";
import { ROLE_RECORDS } from "#domain/discord/roles.ts";
import { DISCORD_CALLBACK_PATH, discordEndAddress } from "#domain/discord/words.ts";
import { SITE } from "#domain/site.ts";
import { registerRecords } from "./register.ts";

const { values } = parseArgs({ options: { "set-up": { type: "boolean" } } });
const { DISCORD_CLIENT_ID, DISCORD_BOT_TOKEN, ORIGIN = "http://localhost:8787" } = process.env;

const STEPS = `How ${SITE.name} is connected to Discord. Without it \`npm start\` plays Discord on this machine.

1. Make an application at https://discord.com/developers/applications.
2. Under OAuth2, copy its client id and client secret, and add the redirect
     ${ORIGIN}${DISCORD_CALLBACK_PATH}
   for each address the site has (set ORIGIN to see the line for yours).
3. Under General Information, set the Linked Roles Verification URL to
     ${ORIGIN}${discordEndAddress()}
4. Under Bot, reset and copy the token. It is needed once, for the next step, and kept nowhere.
5. Register what servers can make roles depend on (${ROLE_RECORDS.map(({ name }) => name).join(", ")}):
     DISCORD_CLIENT_ID=… DISCORD_BOT_TOKEN=… npm run discord -- --set-up
6. Give the site its keys. On this machine:
     DISCORD_CLIENT_ID=… DISCORD_CLIENT_SECRET=… npm start
   On a domain, once; the deployment keeps them as secrets:
     DISCORD_CLIENT_ID=… DISCORD_CLIENT_SECRET=… npm run deploy
7. In a Discord server that the application was added to: Server Settings > Roles > Links adds ${SITE.name} to a role.`;

if (!values["set-up"]) {
  console.log(STEPS);
} else if (!DISCORD_CLIENT_ID || !DISCORD_BOT_TOKEN) {
  console.error("Set DISCORD_CLIENT_ID and DISCORD_BOT_TOKEN. `npm run discord` tells where they are.");
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
