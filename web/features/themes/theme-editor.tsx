import { Ban, Trash2 } from "lucide-react";
import { type CSSProperties, useEffect, useId, useRef, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import type { UserDetails } from "#domain/settings/api.ts";
import { SITE_THEMES } from "#domain/site.ts";
import {
  type CustomTheme,
  createThemeRoute,
  deleteThemeRoute,
  HEX_COLOR,
  updateThemeRoute,
} from "#domain/themes/api.ts";
import { patternOf, THEME_PATTERNS } from "#domain/themes/patterns.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { ThemeLayer } from "#web/components/profile-background.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { useBopi } from "#web/lib/pictures.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox, SegmentedControl } from "#web/ui/checkbox.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { themesText as text, themesText } from "./text.ts";
import styles from "./themes.module.css";

/** A theme in the editor. Its colors are as typed and can be incomplete. */
export interface ThemeDraft {
  /** Null for a new theme. */
  id: number | null;
  name: string;
  gradient_start_color: string;
  gradient_end_color: string | null;
  custom_pattern_color: string;
  custom_theme_pattern_id: number | null;
  theme_id: number | null;
  auto_apply: boolean;
}

export const newThemeDraft = (): ThemeDraft => ({ id: null, ...NEW_THEME, auto_apply: true });

export const themeDraftOf = (theme: CustomTheme, isActive: boolean): ThemeDraft => ({
  id: theme.id,
  name: theme.name,
  gradient_start_color: theme.gradient_start_color,
  gradient_end_color: theme.gradient_end_color,
  custom_pattern_color: theme.custom_pattern_color ?? NEW_THEME.custom_pattern_color,
  custom_theme_pattern_id: theme.custom_theme_pattern_id,
  theme_id: theme.theme_id,
  auto_apply: isActive,
});

/** Solid clears the end color; Gradient sets it to the default orange. */
const withFill = (draft: ThemeDraft, fill: "solid" | "gradient"): ThemeDraft => ({
  ...draft,
  gradient_end_color: fill === "solid" ? null : NEW_THEME.gradient_end_color,
});

/** Returns the theme to preview. Incomplete colors are taken from the `previous` preview. */
function previewThemeOf(draft: ThemeDraft, previous: ProfileTheme | null): ProfileTheme {
  const validColor = (color: string, last: string | null | undefined) =>
    HEX_COLOR.test(color) ? color : (last ?? NEW_THEME.gradient_start_color);
  return {
    gradient_start_color: validColor(draft.gradient_start_color, previous?.gradient_start_color),
    gradient_end_color:
      draft.gradient_end_color === null
        ? null
        : validColor(draft.gradient_end_color, previous?.gradient_end_color),
    custom_pattern_color: validColor(draft.custom_pattern_color, previous?.custom_pattern_color),
    custom_theme_pattern: patternOf(draft.custom_theme_pattern_id),
    theme: SITE_THEMES.find(({ id }) => id === draft.theme_id) ?? null,
  };
}

export function ThemePreview({ theme, user }: { theme: ProfileTheme; user: UserDetails }) {
  return (
    <figure className={styles.preview} data-theme={theme.theme?.name} aria-label={themesText.preview}>
      <ThemeLayer theme={theme} className={styles.back} />
      <div className={styles.sheet}>
        <div className={styles.card}>
          <img className={styles.bopi} src={useBopi(user).avatar_url} alt="" />
          <div className={styles.lines}>
            <p className={styles.name}>
              <UserName user={user} />
            </p>
            <p className={styles.level}>{themesText.spirit(user.level)}</p>
            <span className={styles.placeholder} />
            <span className={styles.placeholder} />
          </div>
        </div>
        <div className={styles.tiles} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      </div>
    </figure>
  );
}

function PatternPicker({
  chosen,
  onChoose,
}: {
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  const group = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{themesText.pattern}</legend>
      <div className={styles.patterns}>
        {[null, ...THEME_PATTERNS].map((pattern) => {
          const id = pattern?.id ?? null;
          const label = pattern?.name ?? themesText.noPattern;
          const drawing = { "--pattern": `url("/static/patterns/${pattern?.pattern_class}.svg")` };
          return (
            <label className={styles.pattern} key={label} title={label}>
              <input
                type="radio"
                name={group}
                className={styles.radio}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                aria-label={label}
              />
              {pattern ? (
                <span className={styles.drawing} style={drawing as CSSProperties} />
              ) : (
                <Ban aria-hidden />
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Deletes one of the user's themes after a confirmation. */
function DeleteTheme({ id, name, onDeleted }: { id: number; name: string; onDeleted: (id: number) => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useAction(() => call(deleteThemeRoute, { params: { id }, input: {} }), {
    toast: messageOf,
    onDone: () => onDeleted(id),
    errors: "toast",
    onEnd: () => setConfirming(false),
  });
  return (
    <>
      <Button variant="quiet" icon={Trash2} onClick={() => setConfirming(true)}>
        {text.remove}
      </Button>
      <ConfirmModal
        open={isConfirming}
        onClose={() => !busy && setConfirming(false)}
        title={text.sureToRemove(name)}
        text={text.removeText}
        action={text.remove}
        busy={busy}
        onConfirm={() => run()}
      />
    </>
  );
}

interface ColorFieldProps {
  label: string;
  name: string;
  value: string;
  errors?: string[] | undefined;
  onChange: (color: string) => void;
}

/** A color as six hex digits, typed or chosen with the browser's picker. Drops the '#'. */
function ColorField({ label, name, value, errors, onChange }: ColorFieldProps) {
  const isColor = HEX_COLOR.test(value);
  return (
    <TextField
      label={label}
      name={name}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      errors={isColor ? errors : [themesText.wrongColor]}
      onChange={({ target }) => onChange(target.value.replaceAll("#", ""))}
      action={
        <input
          type="color"
          className={styles.picker}
          aria-label={themesText.pick(label)}
          value={isColor ? `#${value.toLowerCase()}` : "#000000"}
          onChange={({ target }) => onChange(target.value.slice(1))}
        />
      }
    />
  );
}

const FILLS = (["solid", "gradient"] as const).map((value) => ({ value, label: text.fills[value] }));
const SITE = [
  { value: "", label: text.anySiteTheme },
  ...SITE_THEMES.map(({ id, name_formatted }) => ({ value: String(id), label: name_formatted })),
];

export interface ThemeEditorProps {
  initial: ThemeDraft;
  user: UserDetails;
  onSaved: (theme: CustomTheme, isActive: boolean) => void;
  onDeleted: (id: number) => void;
  onClose: () => void;
}

/** Saves the theme. Server errors keep their message; all others become a generic one. */
async function saveTheme({ id, ...input }: ThemeDraft) {
  try {
    return id === null
      ? await call(createThemeRoute, { input })
      : await call(updateThemeRoute, { params: { id }, input });
  } catch (error) {
    if (error instanceof ResponseError && error.status > 0) throw error;
    throw new Error(uiText.failed);
  }
}

export function ThemeEditor({ initial, user, onSaved, onDeleted, onClose }: ThemeEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [preview, setPreview] = useState(() => previewThemeOf(initial, null));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("input")?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, []);
  const change = (changes: Partial<ThemeDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    setPreview(previewThemeOf(next, preview));
  };
  const form = useForm(createThemeRoute, {
    read: () => draft,
    send: () => saveTheme(draft),
    toast: () => text.saved,
    onDone: ({ custom_theme }) => onSaved(custom_theme, draft.auto_apply),
  });
  const color = (
    key: "gradient_start_color" | "gradient_end_color" | "custom_pattern_color",
    label: string,
  ) => (
    <ColorField
      label={label}
      name={key}
      value={draft[key] ?? ""}
      errors={form.errors[key]}
      onChange={(value) => change({ [key]: value })}
    />
  );
  const isGradient = draft.gradient_end_color !== null;
  return (
    <div className={styles.editor} ref={box}>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <div className={styles.sticky}>
        <ThemePreview theme={preview} user={user} />
      </div>
      <form {...form.props} className={styles.form}>
        <TextField
          label={text.name}
          name="name"
          value={draft.name}
          max={LIMITS.themeName}
          errors={form.errors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <SegmentedControl
          label={text.fill}
          options={FILLS}
          value={isGradient ? "gradient" : "solid"}
          onChange={(fill) => change(withFill(draft, fill))}
        />
        <div className={styles.colors}>
          {color("gradient_start_color", isGradient ? text.startOfTwo : text.start)}
          {isGradient && color("gradient_end_color", text.end)}
        </div>
        <PatternPicker
          chosen={draft.custom_theme_pattern_id}
          onChoose={(custom_theme_pattern_id) => change({ custom_theme_pattern_id })}
        />
        <div className={styles.colors}>
          {color("custom_pattern_color", text.patternColor)}
          <Select
            label={text.siteTheme}
            hint={text.siteThemeHint}
            options={SITE}
            value={String(draft.theme_id ?? "")}
            onChange={(value) => change({ theme_id: value ? Number(value) : null })}
          />
        </div>
        <Checkbox
          label={text.autoApply}
          checked={draft.auto_apply}
          onChange={(auto_apply) => change({ auto_apply })}
        />
        <div className={styles.actions}>
          <Button variant="primary" type="submit" busy={form.busy}>
            {draft.id === null ? text.submit.create : text.submit.update}
          </Button>
          <Button disabled={form.busy} onClick={onClose}>
            {text.cancel}
          </Button>
          {draft.id !== null && <DeleteTheme id={draft.id} name={initial.name} onDeleted={onDeleted} />}
        </div>
      </form>
    </div>
  );
}
