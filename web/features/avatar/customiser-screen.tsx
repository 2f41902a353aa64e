import { CircleHelp, Save, Undo2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import type { Avatar } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { BopiPreview } from "#web/scene/bopi-preview.tsx";
import { avatarText } from "#web/text/avatar.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LeaveGuard } from "#web/ui/leave-guard.tsx";
import { Page } from "#web/ui/page.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Switch } from "#web/ui/toggle.tsx";
import { ColorsTab } from "./colors-tab.tsx";
import styles from "./customiser.module.css";
import { Help } from "./help.tsx";
import { ItemTab } from "./item-tab.tsx";
import { CATEGORY_TABS, isCategory, MISC_TABS, useTab } from "./tab-state.ts";
import { type DraftState, useDraft } from "./use-draft.ts";
import { useWearOnArrival } from "./wear-on-arrival.ts";
import { WearingTab } from "./wearing-tab.tsx";

const text = avatarText;
const TABS = [
  ...CATEGORY_TABS.map((id) => ({ id, label: text.categories[id] })),
  ...MISC_TABS.map((id) => ({ id, label: text[id] })),
];

/** What the outfits need of the customiser: to save first, and to show what was put on. */
export interface OutfitsSlot {
  search: string;
  /** Saves what is changed; rejects where that fails. */
  save: () => Promise<void>;
  onWorn: (avatar: Avatar) => void;
}

function Preview({ draft, user }: { draft: DraftState; user: SessionUser }) {
  const current = draft.draft;
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

function Acts({ draft }: { draft: DraftState }) {
  const [help, setHelp] = useState(false);
  return (
    <div className={styles.acts}>
      <Button
        variant="primary"
        icon={Save}
        busy={draft.busy}
        disabled={!draft.changed}
        onClick={() => void draft.save()}
      >
        {text.save}
      </Button>
      <Button icon={Undo2} disabled={!draft.changed || draft.busy} onClick={draft.undo}>
        {text.undo}
      </Button>
      <span className={styles.unsaved} role="status">
        {draft.changed && !draft.busy ? text.unsaved : ""}
      </span>
      <IconButton icon={CircleHelp} label={text.help} onClick={() => setHelp(true)} />
      <Help open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

/** The customiser: the bopi on one side, all it can wear on the other. */
export function CustomiserScreen({
  user,
  outfits,
}: {
  user: SessionUser;
  outfits: (slot: OutfitsSlot) => ReactNode;
}) {
  const draft = useDraft(user.id);
  const { tab, search, choose, searchFor } = useTab();
  const [opens, setOpens] = useState(false);
  useWearOnArrival(draft);
  if (draft.query.isError && !draft.draft) {
    return (
      <Page title={text.title}>
        <ErrorState error={draft.query.error} onRetry={() => draft.query.refetch()} />
      </Page>
    );
  }
  const searchLabel = isCategory(tab) ? text.search(text.categories[tab]) : text.search(text.outfits);
  return (
    <Page title={text.title}>
      {draft.error && <Banner onDismiss={draft.dismissError}>{draft.error}</Banner>}
      <LeaveGuard active={draft.changed} title={text.leave} text={text.leaveText} action={text.leaveAct} />
      <div className={styles.room}>
        <div className={styles.stage}>
          <Preview draft={draft} user={user} />
          <Acts draft={draft} />
        </div>
        <div className={styles.wardrobe}>
          <Tabs label={text.tabs} tabs={TABS} value={tab} onChange={choose}>
            {(isCategory(tab) || tab === "outfits") && (
              <div className={styles.tools}>
                <SearchBox label={searchLabel} value={search} onSearch={searchFor} key={tab} />
                {isCategory(tab) && (
                  <Switch label={text.opening} hint={text.openingHint} checked={opens} onChange={setOpens} />
                )}
              </div>
            )}
            {isCategory(tab) && (
              <ItemTab category={tab} search={search} draft={draft} opens={opens} key={tab} />
            )}
            {tab === "outfits" && outfits({ search, save: draft.store, onWorn: draft.adopt })}
            {tab === "colors" && <ColorsTab draft={draft} />}
            {tab === "wearing" && <WearingTab draft={draft} opens={opens} />}
          </Tabs>
        </div>
      </div>
    </Page>
  );
}
