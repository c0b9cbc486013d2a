/* Rows that users drag from a list to a target, such as a folder. */

const type = 'application/x-rows'

/**
 * Whether rows of a list are dragged. Browsers report a picture in a dragged row as a file, so call this function
 * before looking for files.
 */
export const hasRows = (data: DataTransfer | null) => data?.types.includes(type) ?? false

/** Adds the rows with these ids to the dragged data. */
export function dragRows(data: DataTransfer, ids: readonly number[]): void {
  data.setData(type, JSON.stringify(ids))
  data.effectAllowed = 'move'
}

/** Returns the ids of the dropped rows; empty if no rows were dropped. */
export function droppedRows(data: DataTransfer): number[] {
  const ids: unknown = JSON.parse(data.getData(type) || '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}
