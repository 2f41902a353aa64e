import { Crown, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { updateAccountRoute } from "#domain/auth/api.ts";
import { LIMITS } from "#domain/limits.ts";
import type { UserDetails } from "#domain/settings/api.ts";
import type { CustomTheme } from "#domain/themes/api.ts";
import { call } from "#web/lib/api.ts";
import { controlsText } from "#web/text/controls.ts";
import { themesText as text } from "#web/text/themes.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { type Draft, draftOf, newDraft } from "./draft.ts";
import { ShownOfOthers } from "./shown-of-others.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { ThemeEditor } from "./theme-editor.tsx";
import { ThemePreview } from "./theme-preview.tsx";
import styles from "./themes.module.css";

/** The site's first theme: what a profile wears that has chosen none. */
const FIRST = 1;

export interface ProfileThemesProps {
  details: UserDetails;
  /** Something of the account was changed. */
  onChanged: () => void;
}

interface ChooserProps extends ProfileThemesProps {
  themes: readonly CustomTheme[];
  worn: number;
  onEdit: (draft: Draft) => void;
  onWorn: (id: number) => void;
}

/** What the profile is to wear: shown at once, kept on Save. */
function Chooser({ details, themes, worn, onEdit, onWorn, onChanged }: ChooserProps) {
  const [choice, setChoice] = useState(worn);
  const [busy, setBusy] = useState(false);
  const { has_gold } = details;
  const theme = themes.find(({ id }) => id === choice) ?? themes[0];
  const own = themes.filter(({ user_id }) => user_id !== null);
  if (!theme) return null;
  const save = async () => {
    setBusy(true);
    try {
      await call(updateAccountRoute, { input: { custom_theme_id: choice } });
      toast(text.saved, { tone: "good" });
      onWorn(choice);
      onChanged();
    } catch {
      toast(controlsText.notSaved, { tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <>
      <ThemePreview theme={theme} user={details} />
      {theme.gold_only && !has_gold && <Banner tone="notice">{text.ended}</Banner>}
      <ThemeChoice themes={themes} chosen={theme.id} hasGold={has_gold} onChoose={setChoice} />
      {!has_gold && (
        <div className={styles.gold}>
          <p>{text.needsGold}</p>
          <LinkButton icon={Crown} to="/gold">
            {text.toGold}
          </LinkButton>
        </div>
      )}
      {has_gold && own.length >= LIMITS.themesPerUser && <p className={styles.full}>{text.full}</p>}
      <div className={styles.acts}>
        <Button
          variant="primary"
          busy={busy}
          aria-disabled={choice === worn}
          onClick={() => choice !== worn && save()}
        >
          {text.save}
        </Button>
        {has_gold && own.length < LIMITS.themesPerUser && (
          <Button icon={Plus} onClick={() => onEdit(newDraft())}>
            {text.create}
          </Button>
        )}
        {has_gold && theme.user_id !== null && (
          <Button icon={Pencil} onClick={() => onEdit(draftOf(theme, theme.id === worn))}>
            {text.edit}
          </Button>
        )}
      </div>
    </>
  );
}

/** The appearance settings' part about profile themes and golden names: one's own, and whether one sees those of others. */
export function ProfileThemes({ details, onChanged }: ProfileThemesProps) {
  const [themes, setThemes] = useState<readonly CustomTheme[]>(details.custom_themes);
  const [worn, setWorn] = useState(details.custom_theme_id ?? FIRST);
  const [draft, setDraft] = useState<Draft | null>(null);
  const close = () => setDraft(null);
  const keep = (theme: CustomTheme, isWorn: boolean) => {
    const isNew = themes.every(({ id }) => id !== theme.id);
    setThemes(isNew ? [...themes, theme] : themes.map((one) => (one.id === theme.id ? theme : one)));
    if (isWorn) setWorn(theme.id);
    close();
    onChanged();
  };
  const drop = (gone: number) => {
    setThemes(themes.filter(({ id }) => id !== gone));
    if (worn === gone) setWorn(FIRST);
    close();
    onChanged();
  };
  return (
    <>
      {draft ? (
        <Panel heading={draft.id === null ? text.newTitle : text.editTitle(draft.name)} text={text.editAbout}>
          <ThemeEditor begin={draft} user={details} onSaved={keep} onDeleted={drop} onClose={close} />
        </Panel>
      ) : (
        <Panel heading={text.title} text={text.about}>
          <Chooser
            details={details}
            onChanged={onChanged}
            themes={themes}
            worn={worn}
            onEdit={setDraft}
            onWorn={setWorn}
          />
        </Panel>
      )}
      <ShownOfOthers details={details} onChanged={onChanged} />
    </>
  );
}
