import { useQueryClient } from "@tanstack/react-query";
import { Copy, Hammer, Heart, Pencil, Sparkles, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { deleteLevelRoute, favoriteLevelRoute, featureLevelRoute, type Level } from "#domain/levels/api.ts";
import { PlayButton } from "#web/components/play/play-button.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { at } from "#web/lib/cache.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { absoluteUrl } from "./absolute-url.ts";
import styles from "./level.module.css";
import { cancelLevelQuery, deletionQueue, LEVEL_LISTS, patchLevel } from "./level-query.ts";
import { levelText } from "./text/level.ts";

const toggleFavorite = ({ favorited, favorites_count }: Level) => ({
  favorited: !favorited,
  favorites_count: favorites_count + (favorited ? -1 : 1),
});

function useFavoriteLevel({ id }: Pick<Level, "id">): () => void {
  const client = useQueryClient();
  const { run } = useAction(() => call(favoriteLevelRoute, { params: { id } }), {
    queue: `favorite level ${id}`,
    optimistic: async () => {
      await cancelLevelQuery(client, id);
      const toggle = () => patchLevel(client, id, toggleFavorite);
      toggle();
      return toggle;
    },
    onDone: (response) => patchLevel(client, id, () => response),
    errors: "modal",
    changes: LEVEL_LISTS,
  });
  return () => void run();
}

function copyLink(url: string): void {
  const link = absoluteUrl(url);
  void copyText(link, levelText.copyFailed(link), levelText.copied);
}

function DeleteLevel({ level, open, onClose }: { level: Level; open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const deletion = useAction(() => call(deleteLevelRoute, { params: { id: level.id } }), {
    queue: deletionQueue(level),
    optimistic: async () => {
      await cancelLevelQuery(client, level.id);
      // Makes the page decide again whether it polls.
      const touch = () => patchLevel(client, level.id, () => ({}));
      touch();
      return touch;
    },
    toast: messageOf,
    onDone: () => {
      window.scrollTo(0, 0);
      return navigate(`/users/${level.user.username}/levels`, { replace: true });
    },
    errors: "modal",
    onEnd: onClose,
    changes: LEVEL_LISTS,
  });
  return (
    <ConfirmModal
      open={open}
      onClose={onClose}
      title={levelText.deleteTitle(level.title)}
      text={levelText.deleteText}
      action={levelText.delete}
      busy={deletion.busy}
      onConfirm={() => deletion.run()}
    />
  );
}

function useToggleFeatured({ id, featured }: Level): () => void {
  const feature = useAction(
    () => call(featureLevelRoute, { params: { id }, input: { featured: !featured } }),
    { toast: messageOf, errors: "modal", changes: [at("/api/levels/{id}", { id }), ...LEVEL_LISTS] },
  );
  return () => void feature.run();
}

function FavoriteButton({ level, onPress }: { level: Level; onPress: () => void }) {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user) {
    return (
      <LinkButton icon={Heart} to={signInUrl(pathname)} title={levelText.signInToFavorite}>
        {levelText.favorite}
      </LinkButton>
    );
  }
  return (
    <Button icon={Heart} className={styles.favorite} aria-pressed={level.favorited} onClick={onPress}>
      {levelText.favorite}
    </Button>
  );
}

interface LevelActionsProps {
  level: Level;
  preloadPlayer: () => void;
  /** Renders the overflow menu with these extra groups. */
  menu: (groups: readonly MenuGroup[]) => ReactNode;
}

export function LevelActions({ level, preloadPlayer, menu }: LevelActionsProps) {
  const user = useUser();
  const favorite = useFavoriteLevel(level);
  const feature = useToggleFeatured(level);
  const [deleting, setDeleting] = useState(false);
  const copy = { label: levelText.copyLink, icon: Copy, onSelect: () => copyLink(level.url) };
  const groups: MenuGroup[] = [{ id: "link", items: [copy] }];
  if (user?.role === "admin") {
    const label = level.featured ? levelText.unfeature : levelText.feature;
    groups.push({ id: "admin", items: [{ label, icon: Sparkles, onSelect: feature }] });
  }
  if (level.can_edit) {
    const remove = { label: levelText.delete, icon: Trash2, danger: true, onSelect: () => setDeleting(true) };
    groups.push({ id: "creator", items: [remove] });
  }
  return (
    <div className={styles.actions}>
      <PlayButton level={level} size="l" preload={preloadPlayer} className={styles.play} />
      {!user && <p className={styles.playHint}>{levelText.playHint}</p>}
      <FavoriteButton level={level} onPress={favorite} />
      {level.can_build && (
        <LinkButton icon={Hammer} to={`/build/${level.id}`}>
          {levelText.build}
        </LinkButton>
      )}
      {level.can_edit && (
        <LinkButton icon={Pencil} to={`${level.url}/edit`}>
          {levelText.edit}
        </LinkButton>
      )}
      <span className={styles.icons}>
        <ShareButton title={level.title} path={level.url} iconOnly />
        {menu(groups)}
      </span>
      <DeleteLevel level={level} open={deleting} onClose={() => setDeleting(false)} />
    </div>
  );
}
