import { Crown, Lock, Pencil, Plus } from "lucide-react";
import { useId, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type UserDetails, updateAccountRoute } from "#domain/settings/api.ts";
import { hideAttribute } from "#domain/settings/hide-attribute.ts";
import type { CustomTheme } from "#domain/themes/api.ts";
import { ThemeLayer } from "#web/components/profile-background.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { toastError } from "#web/lib/error-text.ts";
import { useSettings } from "#web/lib/settings.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import { themesText as text, themesText } from "./text.ts";
import { newThemeDraft, type ThemeDraft, ThemeEditor, ThemePreview, themeDraftOf } from "./theme-editor.tsx";
import styles from "./themes.module.css";

interface ThemeChoiceProps {
  themes: readonly CustomTheme[];
  chosen: number;
  hasGold: boolean;
  onChoose: (id: number) => void;
}

/** Radio buttons for the site's profile themes and the user's own, as previews. Gold themes are locked without Gold. */
function ThemeChoice({ themes, chosen, hasGold, onChoose }: ThemeChoiceProps) {
  const name = useId();
  const groups = [
    { legend: themesText.site, list: themes.filter((theme) => theme.user_id === null) },
    { legend: themesText.own, list: themes.filter((theme) => theme.user_id !== null) },
  ];
  return groups.map(
    ({ legend, list }) =>
      list.length > 0 && (
        <fieldset className={styles.group} key={legend}>
          <legend>{legend}</legend>
          <div className={styles.choices}>
            {list.map((theme) => {
              const isLocked = theme.gold_only && !hasGold;
              return (
                <label className={styles.choice} key={theme.id}>
                  <input
                    type="radio"
                    name={name}
                    className={styles.radio}
                    checked={theme.id === chosen}
                    disabled={isLocked}
                    onChange={() => onChoose(theme.id)}
                  />
                  <span className={styles.swatch}>
                    <ThemeLayer theme={theme} className={styles.back} />
                    {isLocked && <Lock aria-hidden />}
                  </span>
                  <span className={styles.choiceName} dir="auto">
                    {theme.name}
                  </span>
                  {isLocked && <span className="sr-only">, {themesText.goldOnly}</span>}
                </label>
              );
            })}
          </div>
        </fieldset>
      ),
  );
}

/** Shows or hides other users' profile themes and gold usernames. The worker writes the same attribute into the HTML. */
function applyHideSettings(
  settings: Pick<SessionUser, "show_custom_themes" | "show_custom_usernames">,
): void {
  const hidden = hideAttribute(settings);
  const root = document.documentElement;
  if (hidden) root.dataset.hide = hidden;
  else delete root.dataset.hide;
}

type Shown = Pick<UserDetails, "show_custom_themes" | "show_custom_usernames">;

const TOGGLES = [
  ["show_custom_themes", text.showThemes, text.showThemesHint],
  ["show_custom_usernames", text.showNames, text.showNamesHint],
] as const;

/** Switches to show other users' profile themes and golden names. A change saves immediately. */
function OthersThemesPanel({ details, onChanged }: { details: Shown; onChanged: () => void }) {
  const [shown, change] = useSettings<Shown>(details, { show: applyHideSettings, onSaved: onChanged });
  return (
    <Panel heading={text.othersTitle} text={text.othersAbout}>
      {TOGGLES.map(([key, label, hint]) => (
        <Switch
          key={key}
          label={label}
          hint={hint}
          checked={shown[key]}
          onChange={(on) => change({ [key]: on })}
        />
      ))}
    </Panel>
  );
}

/** The theme of profiles that have chosen none. */
const DEFAULT_THEME_ID = 1;

export interface ProfileThemesProps {
  details: UserDetails;
  onChanged: () => void;
}

interface ChooserProps extends ProfileThemesProps {
  themes: readonly CustomTheme[];
  activeId: number;
  onEdit: (draft: ThemeDraft) => void;
  onActivated: (id: number) => void;
}

/** Chooses the profile's theme. The choice previews immediately and saves on Save. */
function ThemeChooser({ details, themes, activeId, onEdit, onActivated, onChanged }: ChooserProps) {
  const [choice, setChoice] = useState(activeId);
  const { has_gold } = details;
  const theme = themes.find(({ id }) => id === choice) ?? themes[0];
  const own = themes.filter(({ user_id }) => user_id !== null);
  const { busy, run: save } = useAction(
    (custom_theme_id: number) => call(updateAccountRoute, { input: { custom_theme_id } }),
    {
      toast: () => text.saved,
      onDone: (_, saved) => {
        onActivated(saved);
        onChanged();
      },
      errors: () => toastError(controlsText.notSaved),
    },
  );
  if (!theme) return null;
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
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={busy}
          aria-disabled={choice === activeId}
          onClick={() => choice !== activeId && save(choice)}
        >
          {text.save}
        </Button>
        {has_gold && own.length < LIMITS.themesPerUser && (
          <Button icon={Plus} onClick={() => onEdit(newThemeDraft())}>
            {text.create}
          </Button>
        )}
        {has_gold && theme.user_id !== null && (
          <Button icon={Pencil} onClick={() => onEdit(themeDraftOf(theme, theme.id === activeId))}>
            {text.edit}
          </Button>
        )}
      </div>
    </>
  );
}

export function ProfileThemes({ details, onChanged }: ProfileThemesProps) {
  const [themes, setThemes] = useState<readonly CustomTheme[]>(details.custom_themes);
  const [activeId, setActiveId] = useState(details.custom_theme_id ?? DEFAULT_THEME_ID);
  const [draft, setDraft] = useState<ThemeDraft | null>(null);
  const close = () => setDraft(null);
  const onSaved = (theme: CustomTheme, isActive: boolean) => {
    const isNew = themes.every(({ id }) => id !== theme.id);
    setThemes(isNew ? [...themes, theme] : themes.map((other) => (other.id === theme.id ? theme : other)));
    if (isActive) setActiveId(theme.id);
    close();
    onChanged();
  };
  const onDeleted = (deletedId: number) => {
    setThemes(themes.filter(({ id }) => id !== deletedId));
    if (activeId === deletedId) setActiveId(DEFAULT_THEME_ID);
    close();
    onChanged();
  };
  return (
    <>
      {draft ? (
        <Panel heading={draft.id === null ? text.newTitle : text.editTitle(draft.name)} text={text.editAbout}>
          <ThemeEditor
            initial={draft}
            user={details}
            onSaved={onSaved}
            onDeleted={onDeleted}
            onClose={close}
          />
        </Panel>
      ) : (
        <Panel heading={text.title} text={text.about}>
          <ThemeChooser
            details={details}
            onChanged={onChanged}
            themes={themes}
            activeId={activeId}
            onEdit={setDraft}
            onActivated={setActiveId}
          />
        </Panel>
      )}
      <OthersThemesPanel details={details} onChanged={onChanged} />
    </>
  );
}
