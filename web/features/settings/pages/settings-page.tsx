import { CreditCard, Palette, Shield, UserRound } from "lucide-react";
import { type FormEvent, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { BANNED_PAGE, SETTINGS_WHILE_BANNED } from "#domain/auth/banned.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  changeEmailRoute,
  changePasswordRoute,
  type UserDetails,
  updateBioRoute,
} from "#domain/settings/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import MissingPage from "#web/components/missing-page.tsx";
import { DiscordSection } from "#web/features/discord/discord-section.tsx";
import { DevicesPanel } from "#web/features/security/devices-panel.tsx";
import { TwoFactorPanel } from "#web/features/security/two-factor-panel.tsx";
import { readUrlMessage, type UrlMessage } from "#web/features/settings/url-message.ts";
import { bannedText } from "#web/features/standing/text/banned.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useResendVerification } from "#web/lib/resend-verification.ts";
import { useSettings } from "#web/lib/settings.ts";
import { useMember } from "#web/lib/user.ts";
import { weakPasswordErrors } from "#web/lib/weak-password.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { lazyPage, PageSlot } from "#web/ui/lazy-page.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { NewPasswordFields } from "#web/ui/new-password.tsx";
import { Page } from "#web/ui/page.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { DeletePanel } from "../delete-panel.tsx";
import { ExportPanel } from "../export-panel.tsx";
import styles from "../settings.module.css";
import { accountText, settingsText as text } from "../text/settings.ts";
import { PanelsSkeleton, useRefreshDetails, WithDetails } from "../with-details.tsx";

function ChangeEmail({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const form = useForm(changeEmailRoute, {
    toast: messageOf,
    onDone: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <FormModal
      title={accountText.changeEmail}
      text={accountText.changeEmailText}
      submit={accountText.changeEmail}
      form={form}
      onClose={onClose}
    >
      <TextField
        name="email"
        type="email"
        label={accountText.newEmail}
        errors={form.errors.email}
        autoComplete="email"
        required
      />
      <CurrentPasswordField label={accountText.currentPassword} errors={form.errors.password} />
    </FormModal>
  );
}

function EmailPanel({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const { email_address, email_verified } = details;
  const [isOpen, setOpen] = useState(false);
  const resend = useResendVerification();
  return (
    <Panel heading={accountText.email} text={accountText.emailText}>
      <PanelRow
        actions={
          <>
            {!email_verified && (
              <Button busy={resend.busy} onClick={() => resend.run()}>
                {accountText.resend}
              </Button>
            )}
            <Button onClick={() => setOpen(true)}>{accountText.changeEmail}</Button>
          </>
        }
      >
        <p className={styles.value}>{email_address}</p>
        <Badge tone={email_verified ? "playing" : "accent"}>
          {email_verified ? accountText.verified : accountText.notVerified}
        </Badge>
      </PanelRow>
      {isOpen && <ChangeEmail onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Panel>
  );
}

function goldOf({ has_gold, gold_ends_at }: UserDetails) {
  if (gold_ends_at && has_gold) return accountText.goldUntil(formatDateTime(gold_ends_at));
  return has_gold ? (
    accountText.goldForEver
  ) : (
    <TextLink standalone to="/gold">
      {accountText.noGold}
    </TextLink>
  );
}

function GoldenName({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const { has_gold, gold_username } = details;
  const [now, change] = useSettings({ gold_username }, { toast: messageOf, onSaved: onChanged });
  return (
    <Switch
      label={accountText.goldenName}
      hint={has_gold ? accountText.goldenNameHint : accountText.goldenNameNeedsGold}
      checked={has_gold && now.gold_username}
      disabled={!has_gold}
      onChange={(next) => change({ gold_username: next })}
    />
  );
}

function ChangePassword({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const user = useMember();
  const form = useForm(changePasswordRoute, {
    check: ({ password }) => weakPasswordErrors(password, user),
    toast: messageOf,
    onDone: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <FormModal
      title={accountText.changePassword}
      text={accountText.passwordText}
      submit={accountText.changePassword}
      form={form}
      onClose={onClose}
    >
      {/* Lets password managers match the password to the account. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <CurrentPasswordField
        name="current_password"
        label={accountText.currentPassword}
        errors={form.errors.current_password}
      />
      <NewPasswordFields label={accountText.newPassword} errors={form.errors} />
    </FormModal>
  );
}

function PasswordPanel({ onChanged }: { onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel heading={accountText.password} text={accountText.passwordText}>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>{accountText.changePassword}</Button>
      </div>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Panel>
  );
}

function BioPanel({ bio: before, onChanged }: { bio: string; onChanged: () => void }) {
  const [bio, setBio] = useState(before);
  const [saved, setSaved] = useState(before);
  const isChanged = bio !== saved;
  const form = useForm(updateBioRoute, {
    toast: messageOf,
    onDone: () => {
      setSaved(bio);
      onChanged();
    },
  });
  const onSubmit = (event: FormEvent) => (isChanged ? form.props.onSubmit(event) : event.preventDefault());
  return (
    <Panel heading={accountText.bio}>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} onSubmit={onSubmit} className={styles.form}>
        <TextArea
          name="bio"
          label={accountText.bioHint}
          max={LIMITS.bio}
          className={styles.bio}
          value={bio}
          onChange={(event) => setBio(event.target.value)}
          errors={form.errors.bio}
        />
        <div className={styles.save}>
          <Button type="submit" variant="primary" busy={form.busy} aria-disabled={!isChanged}>
            {text.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

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

function AccountTab() {
  const { banned } = useMember();
  return banned ? <SecurityTab /> : <FullAccountTab />;
}

function FullAccountTab() {
  const changed = useRefreshDetails();
  return (
    <WithDetails heights={[210, 230, 120, 110, 130]}>
      {(details) => (
        <>
          <Panel
            heading={accountText.you}
            text={
              <TextLink standalone to={`/users/${details.username}`}>
                {accountText.profile}
              </TextLink>
            }
          >
            <div className={styles.identity}>
              <Headshot user={details} size={88} decorative />
              <dl className={styles.facts}>
                <dt>{accountText.username}</dt>
                <dd>{details.username}</dd>
                <dt>{accountText.id}</dt>
                <dd>{details.id}</dd>
                <dt>{accountText.spirit}</dt>
                <dd>{accountText.spiritOf(details.level, details.xp)}</dd>
                <dt>{accountText.gold}</dt>
                <dd>{goldOf(details)}</dd>
              </dl>
            </div>
            <GoldenName details={details} onChanged={changed} />
          </Panel>
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

/** Shows a message or error passed in the URL by its code, then removes it from the URL. */
function UrlMessageBanner() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [message, setMessage] = useState<UrlMessage | null>(null);
  useEffect(() => {
    const result = readUrlMessage(search);
    if (!result) return;
    setMessage(result.message);
    navigate({ pathname, search: result.rest }, { replace: true });
  }, [pathname, search, navigate]);
  if (!message) return null;
  return (
    <Banner tone={message.isError ? "error" : "notice"} onDismiss={() => setMessage(null)}>
      {message.text}
    </Banner>
  );
}

const TABS = [
  { id: "account", icon: UserRound },
  { id: "privacy", icon: Shield },
  { id: "appearance", icon: Palette },
  { id: "billing", icon: CreditCard },
] as const;
type Tab = (typeof TABS)[number]["id"];

/** Tabs in their own chunks. The account tab, which is used most, is part of this one. */
const LAZY_TABS = {
  privacy: lazyPage(() => import("./privacy-tab.tsx")),
  appearance: lazyPage(() => import("./appearance-tab.tsx")),
  billing: lazyPage(() => import("#web/features/gold/pages/billing-tab.tsx")),
};

const isTab = (tab: string): tab is Tab => TABS.some(({ id }) => id === tab);

/** The user's account, privacy, appearance and billing settings, by tab. Banned members have only account and billing. */
export default function SettingsPage() {
  const { banned } = useMember();
  const { search } = useLocation();
  const { settingsTab } = useParams();
  const openTabs = TABS.filter(({ id }) => !banned || SETTINGS_WHILE_BANNED.includes(`/settings/${id}`));
  if (settingsTab !== undefined && !isTab(settingsTab)) return <MissingPage />;
  const tab = openTabs.find(({ id }) => id === settingsTab)?.id;
  if (!tab) return <Navigate to={`/settings/${openTabs[0]?.id}${search}`} replace />;
  return (
    <Page title={`${text.tabs[tab]} · ${text.title}`} heading={text.title}>
      <TabLinks
        label={text.sections}
        tabs={openTabs.map(({ id, icon }) => ({
          to: `/settings/${id}`,
          label: text.tabs[id],
          icon,
          active: id === tab,
        }))}
      />
      {banned && (
        <Banner tone="notice">
          {bannedText.settingsHint} <TextLink to={BANNED_PAGE}>{bannedText.back}</TextLink>
        </Banner>
      )}
      <UrlMessageBanner key={`message ${tab}`} />
      {tab === "account" ? (
        <AccountTab />
      ) : (
        <Suspense fallback={<PanelsSkeleton heights={[240, 160]} />} key={tab}>
          <PageSlot page={LAZY_TABS[tab]} />
        </Suspense>
      )}
    </Page>
  );
}
