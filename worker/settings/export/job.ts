/** A package of somebody's data to make, as the queue carries it. Making it twice does no harm. */
export interface ExportJob {
  id: string;
  /** The address that its mail links to. */
  origin: string;
}

/** Where the bucket has a package. No address of /assets leads there. */
export const exportFile = (id: string): string => `exports/${id}.zip`;
