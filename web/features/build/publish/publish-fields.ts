import type { PictureView } from "#domain/build/picture-view.ts";
import type { LevelCategory, Visibility } from "#domain/levels/rules.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";

/** Published besides the document. */
export interface PublishFields {
  title: string;
  description: string;
  category: LevelCategory;
  visibility: Visibility;
  comments_enabled: boolean;
  picture_view: PictureView | null;
  picture_shot: ShotKind | null;
}
