import { useQuery } from "@tanstack/react-query";
import { Save, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { partsBounds } from "#domain/build/bounds.ts";
import { copyParts, toPrefab } from "#domain/build/clip.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { partId, SPAWN_ID } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { createPrefabRoute, deletePrefabRoute, prefabListRoute } from "#domain/build/own-prefabs/api.ts";
import { isPlaced, type Part } from "#domain/build/part.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { SITE_PREFABS } from "#domain/build/prefabs.ts";
import { toWorld } from "#domain/build/world.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useBuilder, useEditorState } from "../builder-context.ts";
import { builderPrefabsText as text } from "../text/builder-prefabs.ts";
import styles from "./prefabs-modal.module.css";

const SIZE = { width: 192, height: 108 } as const;
const YAW = 45;
const PITCH = 28;
const SLOPE = Math.sin((PITCH * Math.PI) / 180);
const MARGIN = 1.25;
const SMALLEST = 6;

function viewOf(parts: readonly Part[]): PictureView | null {
  const bounds = partsBounds(parts.filter(isPlaced));
  if (!bounds) return null;
  const { low, high } = bounds;
  const [x, y, z] = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  // From a corner, the ground's diagonal is as wide as both sides at 45°.
  const width = (x + z) * Math.SQRT1_2;
  const height = Math.max(y + width * SLOPE, (width * SIZE.height) / SIZE.width) * MARGIN;
  const center = low.map((value, i) => (value + (high[i] ?? value)) / 2) as PictureView["center"];
  return { yaw: YAW, pitch: PITCH, center, height: Math.max(SMALLEST, height) };
}

function PartsPicture({ parts }: { parts: readonly Part[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const document = new BuildDocument([
        // Out of sight: only a level has a spawn.
        [SPAWN_ID, { kind: "spawn", position: [0, -WORLD_LIMITS.coordinate, 0] }],
        ...parts.map((part, i) => [partId(0, i), part] as const),
      ]);
      const pixels = drawWorld(toWorld(document), { ...SIZE, view: viewOf(parts) });
      const image = new ImageData(new Uint8ClampedArray(pixels), SIZE.width, SIZE.height);
      canvas.current?.getContext("2d")?.putImageData(image, 0, 0);
    }, 0);
    return () => clearTimeout(timer);
  }, [parts]);
  return <canvas ref={canvas} className={styles.picture} {...SIZE} aria-hidden />;
}

interface PrefabCardProps {
  name: string;
  parts: readonly Part[];
  onChoose: () => void;
  onDelete?: () => void;
}

function PrefabCard({ name, parts, onChoose, onDelete }: PrefabCardProps) {
  return (
    <li className={styles.prefab}>
      <button type="button" className={styles.choose} aria-label={text.choose(name)} onClick={onChoose}>
        <PartsPicture parts={parts} />
        <span dir="auto">{name}</span>
      </button>
      {onDelete && <IconButton icon={Trash2} variant="danger" label={text.delete(name)} onClick={onDelete} />}
    </li>
  );
}

const focusField = (field: HTMLInputElement | null): void => field?.focus();

function SaveForm() {
  const { session } = useBuilder();
  const selection = useEditorState((state) => state.selection);
  const [name, setName] = useState("");
  const [isOpen, setOpen] = useState(false);
  const parts = toPrefab(copyParts(session.model.document, selection));
  const form = useForm(createPrefabRoute, {
    read: () => ({ name, parts }),
    toast: ({ prefab }) => text.saved(prefab.name),
    onDone: () => {
      setName("");
      setOpen(false);
    },
    changes: ["/api/prefabs"],
  });
  if (parts.length === 0) return <p className={styles.note}>{text.nothing}</p>;
  if (!isOpen) {
    return (
      <Button icon={Save} onClick={() => setOpen(true)}>
        {text.save}
      </Button>
    );
  }
  return (
    <form {...form.props} className={styles.form}>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <TextField
        ref={focusField}
        name="name"
        label={text.name}
        hint={text.saveHint(parts.length)}
        max={BUILD_LIMITS.prefabName}
        autoComplete="off"
        value={name}
        errors={[...(form.errors.name ?? []), ...(form.errors.parts ?? [])]}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon={Save} busy={form.busy}>
        {text.save}
      </Button>
    </form>
  );
}

export default function PrefabsModal({ onClose }: { onClose: () => void }) {
  const { editor } = useBuilder();
  const own = useQuery(queryFor(prefabListRoute, {}));
  const [deleting, setDeleting] = useState<{ id: number; name: string } | null>(null);
  const deletion = useAction((id: number) => call(deletePrefabRoute, { params: { id } }), {
    toast: messageOf,
    errors: "modal",
    onEnd: () => setDeleting(null),
    changes: ["/api/prefabs"],
  });
  const choose = (name: string, parts: readonly Part[]) => {
    editor.setPlacing({ kind: "parts", parts, name });
    onClose();
  };
  return (
    <Modal open wide alignTop title={text.title} text={text.text} onClose={onClose}>
      <section className={styles.section}>
        <h3>{text.site}</h3>
        <ul className={styles.list}>
          {SITE_PREFABS.map(({ id, name, parts }) => (
            <PrefabCard key={id} name={name} parts={parts} onChoose={() => choose(name, parts)} />
          ))}
        </ul>
      </section>
      <section className={styles.section}>
        <h3>{text.own}</h3>
        {own.isPending && <Skeleton height={120} />}
        <QueryError query={own} always />
        {own.data?.data.length === 0 && <p className={styles.note}>{text.none}</p>}
        <ul className={styles.list}>
          {own.data?.data.map((prefab) => (
            <PrefabCard
              key={prefab.id}
              name={prefab.name}
              parts={prefab.parts as Part[]}
              onChoose={() => choose(prefab.name, prefab.parts as Part[])}
              onDelete={() => setDeleting(prefab)}
            />
          ))}
        </ul>
      </section>
      <SaveForm />
      <ConfirmModal
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={text.deleteTitle(deleting?.name ?? "")}
        text={text.deleteText}
        action={text.deleteAction}
        busy={deletion.busy}
        onConfirm={() => deleting && deletion.run(deleting.id)}
      />
    </Modal>
  );
}
