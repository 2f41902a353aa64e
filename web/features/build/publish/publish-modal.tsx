import { Rocket } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Build } from "#domain/build/api.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { publishBuildRoute } from "#domain/build/publishing/api.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { LEVEL_CATEGORIES, type LevelCategory, type Visibility } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import { AboutFields } from "#web/components/about-fields.tsx";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import type { Store } from "#web/lib/store.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useBuilder } from "../builder-context.ts";
import { CHANGED_BY_BUILDING } from "../changed-by-building.ts";
import { type ProofState, whenSaved } from "../test/submit-proof.ts";
import { builderPublishText as text } from "../text/builder-publish.ts";
import { CheckStep, canPublishState, useBuildState } from "./check-step.tsx";
import { PictureStep } from "./picture-step.tsx";
import styles from "./publish-modal.module.css";

interface PublishFields {
  title: string;
  description: string;
  category: LevelCategory;
  visibility: Visibility;
  comments_enabled: boolean;
  picture_view: PictureView | null;
  picture_shot: ShotKind | null;
}

interface DetailsStepProps {
  fields: PublishFields;
  errors: FieldErrors;
  onChange: (values: Partial<PublishFields>) => void;
}

function DetailsStep({ fields, errors, onChange }: DetailsStepProps) {
  return (
    <div className={styles.step}>
      <AboutFields
        title={{ field: "title", label: text.titleField, max: LIMITS.levelTitle, value: fields.title }}
        description={{
          label: text.description,
          max: LIMITS.levelDescription,
          value: fields.description,
        }}
        errors={errors}
        onChange={onChange}
      />
      <Select
        name="category"
        label={text.category}
        options={LEVEL_CATEGORIES.map((value) => ({ value, label: levelCategoriesText[value] }))}
        value={fields.category}
        errors={errors.category}
        onChange={(category) => onChange({ category })}
      />
      <Switch
        label={text.comments}
        checked={fields.comments_enabled}
        onChange={(comments_enabled) => onChange({ comments_enabled })}
      />
    </div>
  );
}

const STEPS = ["check", "picture", "details"] as const;
type Step = (typeof STEPS)[number];

export interface PublishModalProps {
  /** The newest run that was meant to prove that the level can be cleared. */
  check: Store<ProofState> | null;
  onProof: () => void;
  onClose: () => void;
}

function useObstacle(): { title: string; text: string } | null {
  const { build } = useBuilder();
  const isAdmin = useUser()?.role === "admin";
  if (build.role === "editor") return { title: text.editorTitle, text: text.editor(build.creator.username) };
  return build.level.taken_down && !isAdmin ? { title: text.title, text: text.takenDown } : null;
}

interface StepListProps {
  step: Step;
  canLeaveCheck: boolean;
  onStep: (step: Step) => void;
}

function StepList({ step, canLeaveCheck, onStep }: StepListProps) {
  return (
    <nav aria-label={text.stepsLabel}>
      <ol className={styles.steps}>
        {STEPS.map((one, i) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? "step" : undefined}
              disabled={one !== "check" && !canLeaveCheck}
              onClick={() => onStep(one)}
            >
              <span aria-hidden>{i + 1}</span>
              {text.steps[one]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Everyone, the first time or after a proof that it can be cleared. */
function firstVisibility({ level }: Build, hasProof: boolean): Visibility {
  const isNew = level.revision === 1 && !level.taken_down;
  return hasProof || isNew ? "public" : level.visibility;
}

export default function PublishModal({ check, onProof, onClose }: PublishModalProps) {
  const { build, session } = useBuilder();
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const obstacle = useObstacle();
  const { title, description, category, comments_enabled, picture_view, picture_shot } = build.level;
  const [fields, setFields] = useState<PublishFields>({
    title,
    description,
    category,
    visibility: firstVisibility(build, check !== null),
    comments_enabled,
    picture_view,
    picture_shot,
  });
  const change = (values: Partial<PublishFields>) => setFields((before) => ({ ...before, ...values }));
  const [step, setStep] = useState<Step>("check");
  const state = useBuildState();
  const canLeaveCheck = state.data !== undefined && canPublishState(state.data, fields.visibility);
  const form = useForm(publishBuildRoute, {
    read: () => fields,
    send: async (input) => {
      await whenSaved(session, AbortSignal.timeout(10_000));
      return call(publishBuildRoute, { params: { id: build.level.id }, input });
    },
    onDone: ({ level, warnings }) => {
      // The account changes with its first private level.
      refreshUser();
      const done =
        level.visibility === "public" ? text.published(level.title) : text.savedPrivate(level.title);
      toast(done, { tone: "good" });
      if (warnings.length > 0) toast(`${text.warnings(warnings.length)}: ${warnings.join(" ")}`);
      navigate(level.url);
    },
    changes: [...CHANGED_BY_BUILDING, "/api/builds/**"],
  });
  if (obstacle) {
    return (
      <Modal open title={obstacle.title} text={obstacle.text} onClose={onClose}>
        <CheckStep state={state} check={check} visibility="public" onVisibility={null} onProof={onProof} />
      </Modal>
    );
  }
  const index = STEPS.indexOf(step);
  const previous = STEPS[index - 1];
  const next = STEPS[index + 1];
  return (
    <Modal
      open
      wide
      alignTop
      title={text.title}
      onClose={() => !form.busy && onClose()}
      footer={
        <>
          {previous ? (
            <Button disabled={form.busy} onClick={() => setStep(previous)}>
              {text.back}
            </Button>
          ) : (
            <Button onClick={onClose}>{text.close}</Button>
          )}
          {/* Without keys, the press that leads to the last step would also submit it. */}
          {next ? (
            <Button key="next" variant="primary" disabled={!canLeaveCheck} onClick={() => setStep(next)}>
              {text.next}
            </Button>
          ) : (
            <Button
              key="publish"
              variant="primary"
              icon={Rocket}
              type="submit"
              form="publish"
              busy={form.busy}
            >
              {text.publish}
            </Button>
          )}
        </>
      }
    >
      <StepList step={step} canLeaveCheck={canLeaveCheck} onStep={setStep} />
      <form {...form.props} id="publish" className={styles.step}>
        {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
        {step === "check" && (
          <CheckStep
            state={state}
            check={check}
            visibility={fields.visibility}
            onVisibility={(one) => change({ visibility: one })}
            onProof={onProof}
          />
        )}
        {step === "picture" && (
          <PictureStep
            view={fields.picture_view}
            shot={fields.picture_shot}
            onChange={(view) => change({ picture_view: view, picture_shot: null })}
            onShot={(shot) => change({ picture_view: null, picture_shot: shot })}
          />
        )}
        {step === "details" && <DetailsStep fields={fields} errors={form.errors} onChange={change} />}
      </form>
    </Modal>
  );
}
