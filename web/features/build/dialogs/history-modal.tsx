import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, Camera, RotateCcw } from "lucide-react";
import { useState } from "react";
import { type BuildSave, buildHistoryRoute, saveBuildRoute } from "#domain/build/publishing/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { at } from "#web/lib/cache.ts";
import { toastError } from "#web/lib/error-text.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { useBuilder } from "../builder-context.ts";
import { whenSaved } from "../test/submit-proof.ts";
import { builderHistoryText as text } from "../text/builder-history.ts";
import styles from "./history-modal.module.css";

interface VersionProps {
  save: BuildSave;
  isBusy: boolean;
  onRestore: () => void;
}

function Version({ save, isBusy, onRestore }: VersionProps) {
  const names = save.authors.map(({ username }) => username).join(", ");
  return (
    <li className={styles.version}>
      {save.picture_url ? (
        <img src={save.picture_url} width={160} height={90} alt={text.picture} loading="lazy" />
      ) : (
        <span className={styles.noPicture} title={text.noPicture}>
          <Camera aria-hidden />
        </span>
      )}
      <div className={styles.about}>
        <strong>
          <RelativeTime value={save.created_at} />
        </strong>
        <span>{text.blocks(save.blocks, save.stars)}</span>
        {names && <span>{text.by(names)}</span>}
        {save.revision !== null && <Badge tone="accent">{text.published(save.revision)}</Badge>}
      </div>
      <Button
        size="s"
        icon={RotateCcw}
        busy={isBusy}
        aria-label={text.restoreNamed(save.created_at_formatted)}
        onClick={onRestore}
      >
        {text.restore}
      </Button>
    </li>
  );
}

export default function HistoryModal({ onClose }: { onClose: () => void }) {
  const { build, session } = useBuilder();
  const [page, setPage] = useState(1);
  const params = { id: build.level.id };
  const list = useQuery({
    ...listQueryFor(buildHistoryRoute, { params, input: { page } }),
    // Others store versions, too.
    staleTime: 0,
  });
  const storeVersion = async () => {
    await whenSaved(session, AbortSignal.timeout(10_000));
    return call(saveBuildRoute, { params });
  };
  const save = useAction(storeVersion, {
    toast: () => text.stored,
    errors: "modal",
    changes: [at("/api/builds/{id}/history", params)],
  });
  const restore = useAction((id: string) => session.restore(id), {
    onDone: (problem) => {
      if (problem !== null) return toastError(problem);
      onClose();
      toast(text.restored, {
        tone: "good",
        action: { label: text.undo, onSelect: () => session.model.undo() },
      });
    },
    errors: "toast",
    parallel: true,
  });
  const versions = list.data?.data;
  const lastPage = list.data?.meta.last_page ?? 1;
  return (
    <Modal
      open
      wide
      alignTop
      title={text.title}
      text={text.text}
      onClose={onClose}
      footer={
        <Button icon={BookmarkPlus} busy={save.busy} onClick={() => save.run()}>
          {text.save}
        </Button>
      }
    >
      {list.isPending && <Skeleton height={280} />}
      <QueryError query={list} always />
      {versions?.length === 0 && (
        <EmptyState
          title={text.none}
          text={text.noneText}
          pose="sit"
          noAction="The modal's button saves a version"
        />
      )}
      <ul className={styles.versions}>
        {versions?.map((one) => (
          <Version
            key={one.id}
            save={one}
            isBusy={restore.busyWith === one.id}
            onRestore={() => void restore.run(one.id)}
          />
        ))}
      </ul>
      {lastPage > 1 && (
        <nav className={styles.pages} aria-label={text.pages}>
          <Button size="s" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {uiText.previous}
          </Button>
          <Button size="s" disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
            {uiText.next}
          </Button>
        </nav>
      )}
    </Modal>
  );
}
