import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Store } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import type { DraftItem } from "#domain/avatar/avatar-changes.ts";
import { colorKey, colorsOf } from "#domain/avatar/color-keys.ts";
import type { BopiPart } from "#domain/avatar/colors.ts";
import { selectPart } from "#domain/avatar/select-part.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { readWearId } from "#domain/avatar/view.ts";
import { itemRoute } from "#domain/items/api.ts";
import { ITEM_TYPE_NAMES, type ItemTypeName } from "#domain/items/item-types.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { OutfitsTab } from "#web/features/outfits/pages/outfits-tab.tsx";
import { useListener } from "#web/lib/listen.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { BopiPreview } from "#web/scene/bopi-preview.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
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
import { CategoryTab, ItemGrid } from "../category-tab.tsx";
import { ColorPicker } from "../color-picker.tsx";
import colorsTabStyles from "../colors.module.css";
import styles from "../customizer.module.css";
import { DraftActions } from "../draft-actions.tsx";
import { PartPicker } from "../part-picker.tsx";
import { avatarText as text } from "../text/avatar.ts";
import { closetText } from "../text/closet.ts";
import { type AvatarDraftState, useAvatarDraft } from "../use-avatar-draft.ts";
import { useCheckout } from "../use-checkout.ts";

/** The customizer's tabs (spec 2 §2). Colors come early: everyone can change those at once. */
const CUSTOMIZER_TABS = [
  "hat",
  "colors",
  "face",
  "shirt",
  "pants",
  "shoes",
  "toy",
  "wearing",
  "outfits",
] as const satisfies (ItemTypeName | "outfits" | "colors" | "wearing")[];
type CustomizerTab = (typeof CUSTOMIZER_TABS)[number];

const isCategoryTab = (tab: CustomizerTab): tab is CustomizerTab & ItemTypeName =>
  ITEM_TYPE_NAMES.includes(tab as ItemTypeName);

const CUSTOMIZER_TAB_TABS: readonly string[] = CUSTOMIZER_TABS;

function useCustomizerTab() {
  const [query, setQuery] = useSearchParams();
  const requested = query.get("tab") ?? "";
  const tab = (CUSTOMIZER_TAB_TABS.includes(requested) ? requested : "hat") as CustomizerTab;
  const show = (next: CustomizerTab, search = "") =>
    setQuery(
      { ...(next !== "hat" && { tab: next }), ...(search && { search }) },
      { replace: true, preventScrollReset: true },
    );
  return {
    tab,
    search: query.get("search") ?? "",
    selectTab: (next: CustomizerTab) => show(next),
    setSearch: (term: string) => show(tab, term),
  };
}

function ColorsTab({ draft }: { draft: AvatarDraftState }) {
  const [selected, setSelected] = useState<readonly BopiPart[]>(["head"]);
  const [several, setSeveral] = useState(false);
  if (!draft.current) return null;
  const { colors } = draft.current;
  const last = selected.at(-1) ?? "head";
  return (
    <div className={colorsTabStyles.colors}>
      <div className={colorsTabStyles.side}>
        <PartPicker
          colors={colorsOf(colors)}
          selected={selected}
          onSelect={(part, more) => setSelected(selectPart(selected, part, more || several))}
        />
        <p className={colorsTabStyles.selected} role="status">
          {text.selected(selected.length, text.parts[last])}
        </p>
        <Switch label={text.several} hint={text.severalHint} checked={several} onChange={setSeveral} />
      </div>
      <ColorPicker color={colors[colorKey(last)]} onPick={(color) => draft.setColor(selected, color)} />
    </div>
  );
}

/** Puts on the item in the URL (`wearUrl`) once, and removes it from the URL. Saves it, unless it is only tried on. */
function useEquipFromUrl(draft: AvatarDraftState): void {
  const [query, setQuery] = useSearchParams();
  const id = readWearId(query);
  const { data, isError } = useQuery({
    ...queryFor(itemRoute, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  const isReady = id !== null && draft.current !== undefined && (data !== undefined || isError);
  const equip = useEffectEvent(() => {
    const item = data?.item;
    if (item?.copy && item.copy.resale_price === null && !item.review)
      draft.wearItem({ ...item, price: null });
    else if (item && !item.copy && item.is_purchasable && item.gold_month === null) draft.equipItem(item);
    else toast(text.notWearable, { tone: "bad" });
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("wear");
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (isReady) equip();
  }, [isReady]);
}

interface EquippedTabProps {
  draft: AvatarDraftState;
  opensPage: boolean;
  onPress: (item: DraftItem) => void;
}

function EquippedTab({ draft, opensPage, onPress }: EquippedTabProps) {
  const items = SLOTS.flatMap((slot) => draft.current?.wardrobe[slot] ?? []);
  if (items.length === 0)
    return (
      <EmptyState title={text.nothingEquipped} text={text.nothingEquippedText} pose="shrug">
        <LinkButton to="/shop">{text.openShop}</LinkButton>
      </EmptyState>
    );
  return (
    <>
      <ItemGrid sections={[{ heading: null, items }]} draft={draft} opensPage={opensPage} onPress={onPress} />
      <div className={styles.more}>
        <Button onClick={draft.takeAllOff}>{text.takeAllOff}</Button>
      </div>
    </>
  );
}

/** Ctrl + Z takes a step back; with Shift, or Ctrl + Y, it repeats one. Text fields keep their own. */
function useStepKeys({ stepBack, stepForward }: AvatarDraftState): void {
  useListener(document, "keydown", (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isText = (event.target as Element).matches("input, textarea, [role=dialog] *");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isText) return;
    if (key === "z" && !event.shiftKey) stepBack();
    else if (key === "y" || key === "z") stepForward();
    else return;
    event.preventDefault();
  });
}

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
