import { CreditCard, Palette, Shield, UserRound } from "lucide-react";
import { Suspense } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { BANNED_PAGE, SETTINGS_WHILE_BANNED } from "#domain/auth/banned.ts";
import MissingPage from "#web/components/missing-page.tsx";
import { bannedText } from "#web/features/standing/text/banned.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { lazyPage, PageSlot } from "#web/ui/lazy-page.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { settingsText } from "../text/settings.ts";
import { UrlMessageBanner } from "../url-message-banner.tsx";
import { PanelsSkeleton } from "../with-details.tsx";
import { AccountTab } from "./account-tab.tsx";

const text = settingsText;
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
