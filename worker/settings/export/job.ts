/** A queued data export. Safe to process twice. */
export interface ExportJob {
  id: string;
  /** The origin for the link in its mail. */
  origin: string;
}

/** The export's key in the bucket. No URL below /assets leads there. */
export const exportKey = (id: string): string => `exports/${id}.zip`;
