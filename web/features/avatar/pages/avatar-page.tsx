import { EllipsisVertical, Store } from "lucide-react";
import { useMemo, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import type { DraftItem } from "#domain/avatar/avatar-changes.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { OutfitsTab } from "#web/features/outfits/pages/outfits-tab.tsx";
import { useMember } from "#web/lib/user.ts";
import { BopiPreview } from "#web/scene/bopi-preview.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LeaveGuard } from "#web/ui/leave-guard.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { CategoryTab } from "../category-tab.tsx";
import { ColorsTab } from "../colors-tab.tsx";
import styles from "../customizer.module.css";
import { CUSTOMIZER_TABS, isCategoryTab, useCustomizerTab } from "../customizer-tab.ts";
import { DraftActions } from "../draft-actions.tsx";
import { EquippedTab } from "../equipped-tab.tsx";
import { avatarText } from "../text/avatar.ts";
import { closetText } from "../text/closet.ts";
import { type AvatarDraftState, useAvatarDraft } from "../use-avatar-draft.ts";
import { useCheckout } from "../use-checkout.ts";
import { useEquipFromUrl } from "../use-equip-from-url.ts";
import { useStepKeys } from "../use-step-keys.ts";

const text = avatarText;
const TABS = CUSTOMIZER_TABS.map((id) => ({ id, label: isCategoryTab(id) ? text.categories[id] : text[id] }));
const checkoutModal = lazyPart(() => import("../checkout-modal.tsx"));

function Preview({ draft, user }: { draft: AvatarDraftState; user: SessionUser }) {
  const current = draft.current;
  const look = useMemo(
    () => current && { colors: colorsOf(current.colors), items: current.wardrobe },
    [current],
  );
  if (!look || !draft.query.data) return <Skeleton ratio="1" />;
  return (
    <BopiPreview
      className={styles.preview}
      look={look}
      picture={draft.query.data.avatar_url}
      alt={text.picture(user.username)}
      label={text.preview(user.username)}
    />
  );
}

/** A menu with the wish to see items' pages, for those who can't hold Ctrl or press long. */
function GridOptions({ opensPage, onChange }: { opensPage: boolean; onChange: (opens: boolean) => void }) {
  const toggle = () => {
    onChange(!opensPage);
    toast(opensPage ? text.openingOff : text.openingOn);
  };
  return (
    <Menu
      label={closetText.options}
      trigger={(props) => <IconButton {...props} icon={EllipsisVertical} label={closetText.options} />}
      groups={[
        { id: "pages", items: [{ label: text.opening, checked: opensPage, onSelect: toggle }] },
        { id: "shop", items: [{ label: text.openShop, icon: Store, to: "/shop" }] },
      ]}
    />
  );
}

/** The customizer: the bopi on one side, what it can wear and try on on the other. */
export default function AvatarPage() {
  const user = useMember();
  const draft = useAvatarDraft(user.id);
  const checkout = useCheckout(draft);
  const { tab, search, selectTab, setSearch } = useCustomizerTab();
  const [opensPage, setOpensPage] = useState(false);
  const [announcement, announce] = useState("");
  useEquipFromUrl(draft);
  useStepKeys(draft);
  if (draft.query.isError && !draft.current) {
    return (
      <Page title={text.title}>
        <ErrorState error={draft.query.error} onRetry={() => draft.query.refetch()} />
      </Page>
    );
  }
  const press = (item: DraftItem) => {
    const price = draft.priceOf(item);
    if (draft.isEquipped(item)) announce(closetText.tookOff(item.name));
    else announce(price === null ? closetText.nowWearing(item.name) : closetText.nowTrying(item.name, price));
    draft.toggleItem(item);
  };
  const searchLabel = isCategoryTab(tab) ? text.search(text.categories[tab]) : text.search(text.outfits);
  return (
    <Page title={text.title} heading={null}>
      <h1 className={styles.title}>{text.title}</h1>
      {draft.failure && <Banner onDismiss={draft.dismissFailure}>{draft.failure}</Banner>}
      <LeaveGuard
        active={draft.isChanged}
        title={text.leave}
        text={text.leaveText}
        action={text.leaveAction}
      />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <div className={styles.layout}>
        <div className={styles.stage}>
          <Preview draft={draft} user={user} />
          <DraftActions draft={draft} checkout={checkout} announce={announce} />
        </div>
        <div className={styles.wardrobe}>
          <Tabs label={text.tabs} tabs={TABS} value={tab} onChange={selectTab}>
            {(isCategoryTab(tab) || tab === "outfits") && (
              <div className={styles.tools}>
                <SearchBox label={searchLabel} value={search} onSearch={setSearch} key={tab} />
                {isCategoryTab(tab) && <GridOptions opensPage={opensPage} onChange={setOpensPage} />}
              </div>
            )}
            {isCategoryTab(tab) && (
              <CategoryTab
                category={tab}
                search={search}
                draft={draft}
                opensPage={opensPage}
                onPress={press}
                key={tab}
              />
            )}
            {tab === "outfits" && (
              <OutfitsTab search={search} save={draft.saveOrThrow} onEquipped={draft.adopt} />
            )}
            {tab === "colors" && <ColorsTab draft={draft} />}
            {tab === "wearing" && <EquippedTab draft={draft} opensPage={opensPage} onPress={press} />}
          </Tabs>
        </div>
      </div>
      {checkout.lines && (
        <OnDemand
          part={checkoutModal}
          props={{ checkout, lines: checkout.lines, coins: user.coins, onClose: checkout.close }}
        />
      )}
    </Page>
  );
}
