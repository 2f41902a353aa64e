import { DiscordSection } from "#web/features/discord/discord-section.tsx";
import { DevicesPanel } from "#web/features/security/devices-panel.tsx";
import { TwoFactorPanel } from "#web/features/security/two-factor-panel.tsx";
import { useMember } from "#web/lib/user.ts";
import { useRefreshDetails } from "../account-details.ts";
import { BioPanel } from "../bio-panel.tsx";
import { DeletePanel } from "../delete-panel.tsx";
import { EmailPanel } from "../email-panel.tsx";
import { ExportPanel } from "../export-panel.tsx";
import { IdentityPanel } from "../identity-panel.tsx";
import { PasswordPanel } from "../password-panel.tsx";
import { WithDetails } from "../with-details.tsx";

/** The account settings of banned members. Export and deletion are on their ban page. */
function SecurityTab() {
  const changed = useRefreshDetails();
  return (
    <WithDetails heights={[120, 110, 130]}>
      {(details) => (
        <>
          <PasswordPanel onChanged={changed} />
          <TwoFactorPanel on={details["2fa"]} codesLeft={details.recovery_codes_left} onChanged={changed} />
          <DevicesPanel />
        </>
      )}
    </WithDetails>
  );
}

/** Identity, sign-in methods and linked accounts. */
export function AccountTab() {
  const { banned } = useMember();
  return banned ? <SecurityTab /> : <FullAccountTab />;
}

function FullAccountTab() {
  const changed = useRefreshDetails();
  return (
    <WithDetails heights={[210, 230, 120, 110, 130]}>
      {(details) => (
        <>
          <IdentityPanel details={details} onChanged={changed} />
          <BioPanel bio={details.bio} onChanged={changed} />
          <EmailPanel details={details} onChanged={changed} />
          <PasswordPanel onChanged={changed} />
          <TwoFactorPanel on={details["2fa"]} codesLeft={details.recovery_codes_left} onChanged={changed} />
          <DevicesPanel />
          <DiscordSection link={details.discord_link} onChanged={changed} />
          <ExportPanel />
          <DeletePanel />
        </>
      )}
    </WithDetails>
  );
}
