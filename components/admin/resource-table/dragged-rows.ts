/* Rows that are dragged from a list onto a target. */

const type = 'application/x-rows'

/** Whether rows are dragged. Otherwise a picture in a row would count as a file of the desktop. */
export const hasRows = (data: DataTransfer | null) => data?.types.includes(type) ?? false

/** Adds the rows with these ids to the dragged data. */
export function dragRows(data: DataTransfer, ids: readonly number[]): void {
  data.setData(type, JSON.stringify(ids))
  data.effectAllowed = 'move'
}

/** The ids of the rows that were dropped. */
export function droppedRows(data: DataTransfer): number[] {
  const ids: unknown = JSON.parse(data.getData(type) || '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}
