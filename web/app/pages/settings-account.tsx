import { DiscordSection } from "#web/features/discord/discord-section.tsx";
import { DevicesPanel } from "#web/features/security/devices-panel.tsx";
import { TwoFactorPanel } from "#web/features/security/two-factor-panel.tsx";
import { BioPanel } from "#web/features/settings/bio-panel.tsx";
import { DeletePanel } from "#web/features/settings/delete-panel.tsx";
import { useDetailsChanged } from "#web/features/settings/details.ts";
import { EmailPanel } from "#web/features/settings/email-panel.tsx";
import { ExportPanel } from "#web/features/settings/export-panel.tsx";
import { Identity } from "#web/features/settings/identity.tsx";
import { PasswordPanel } from "#web/features/settings/password-panel.tsx";
import { WithDetails } from "#web/features/settings/with-details.tsx";
import { useMember } from "#web/lib/user.ts";

/** What banned members can change about their account; their own page has the export and the deletion. */
function SecurityTab() {
  const changed = useDetailsChanged();
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

/** Who one is, how one gets in, and what is linked. */
export function AccountTab() {
  const { banned } = useMember();
  return banned ? <SecurityTab /> : <WholeAccountTab />;
}

function WholeAccountTab() {
  const changed = useDetailsChanged();
  return (
    <WithDetails heights={[210, 230, 120, 110, 130]}>
      {(details) => (
        <>
          <Identity details={details} onChanged={changed} />
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
