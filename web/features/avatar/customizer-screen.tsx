import { CircleHelp, Save, Undo2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import type { Avatar } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { BopiPreview } from "#web/scene/bopi-preview.tsx";
import { avatarText } from "#web/text/avatar.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LeaveGuard } from "#web/ui/leave-guard.tsx";
import { Page } from "#web/ui/page.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { CategoryTab } from "./category-tab.tsx";
import { ColorsTab } from "./colors-tab.tsx";
import styles from "./customizer.module.css";
import { CustomizerHelp } from "./customizer-help.tsx";
import { CATEGORY_TABS, isCategoryTab, MISC_TABS, useCustomizerTab } from "./customizer-tab.ts";
import { EquippedTab } from "./equipped-tab.tsx";
import { type AvatarDraftState, useAvatarDraft } from "./use-avatar-draft.ts";
import { useEquipFromUrl } from "./use-equip-from-url.ts";

const text = avatarText;
const TABS = [
  ...CATEGORY_TABS.map((id) => ({ id, label: text.categories[id] })),
  ...MISC_TABS.map((id) => ({ id, label: text[id] })),
];

/** The customizer's state and callbacks for the outfits tab. */
export interface OutfitsSlot {
  search: string;
  /** Saves unsaved changes. Rejects on failure. */
  save: () => Promise<void>;
  onEquipped: (avatar: Avatar) => void;
}

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
      label={text.preview(user.username)}
    />
  );
}

function DraftActions({ draft }: { draft: AvatarDraftState }) {
  const [help, setHelp] = useState(false);
  return (
    <div className={styles.actions}>
      <Button
        variant="primary"
        icon={Save}
        busy={draft.busy}
        disabled={!draft.isChanged}
        onClick={() => void draft.save()}
      >
        {text.save}
      </Button>
      <Button icon={Undo2} disabled={!draft.isChanged || draft.busy} onClick={draft.undo}>
        {text.undo}
      </Button>
      <span className={styles.unsaved} role="status">
        {draft.isChanged && !draft.busy ? text.unsaved : ""}
      </span>
      <IconButton icon={CircleHelp} label={text.help} onClick={() => setHelp(true)} />
      <CustomizerHelp open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

/** The customizer: the bopi on one side, the user's items on the other. */
export function CustomizerScreen({
  user,
  outfits,
}: {
  user: SessionUser;
  outfits: (slot: OutfitsSlot) => ReactNode;
}) {
  const draft = useAvatarDraft(user.id);
  const { tab, search, selectTab, setSearch } = useCustomizerTab();
  const [opensPage, setOpensPage] = useState(false);
  useEquipFromUrl(draft);
  if (draft.query.isError && !draft.current) {
    return (
      <Page title={text.title}>
        <ErrorState error={draft.query.error} onRetry={() => draft.query.refetch()} />
      </Page>
    );
  }
  const searchLabel = isCategoryTab(tab) ? text.search(text.categories[tab]) : text.search(text.outfits);
  return (
    <Page title={text.title}>
      {draft.error && <Banner onDismiss={draft.dismissError}>{draft.error}</Banner>}
      <LeaveGuard
        active={draft.isChanged}
        title={text.leave}
        text={text.leaveText}
        action={text.leaveAction}
      />
      <div className={styles.layout}>
        <div className={styles.stage}>
          <Preview draft={draft} user={user} />
          <DraftActions draft={draft} />
        </div>
        <div className={styles.wardrobe}>
          <Tabs label={text.tabs} tabs={TABS} value={tab} onChange={selectTab}>
            {(isCategoryTab(tab) || tab === "outfits") && (
              <div className={styles.tools}>
                <SearchBox label={searchLabel} value={search} onSearch={setSearch} key={tab} />
                {isCategoryTab(tab) && (
                  <Switch
                    label={text.opening}
                    hint={text.openingHint}
                    checked={opensPage}
                    onChange={setOpensPage}
                  />
                )}
              </div>
            )}
            {isCategoryTab(tab) && (
              <CategoryTab category={tab} search={search} draft={draft} opensPage={opensPage} key={tab} />
            )}
            {tab === "outfits" && outfits({ search, save: draft.saveOrThrow, onEquipped: draft.adopt })}
            {tab === "colors" && <ColorsTab draft={draft} />}
            {tab === "wearing" && <EquippedTab draft={draft} opensPage={opensPage} />}
          </Tabs>
        </div>
      </div>
    </Page>
  );
}
