import { DiscordSection } from "#web/features/discord/discord-section.tsx";
import { DevicesPanel } from "#web/features/security/devices-panel.tsx";
import { TwoFactorPanel } from "#web/features/security/two-factor-panel.tsx";
import { useRefreshDetails } from "#web/features/settings/account-details.ts";
import { BioPanel } from "#web/features/settings/bio-panel.tsx";
import { DeletePanel } from "#web/features/settings/delete-panel.tsx";
import { EmailPanel } from "#web/features/settings/email-panel.tsx";
import { ExportPanel } from "#web/features/settings/export-panel.tsx";
import { IdentityPanel } from "#web/features/settings/identity-panel.tsx";
import { PasswordPanel } from "#web/features/settings/password-panel.tsx";
import { WithDetails } from "#web/features/settings/with-details.tsx";
import { useMember } from "#web/lib/user.ts";

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
