/* To a target, such as a folder. */

const type = 'application/x-rows'

/** Call before looking for files: browsers report a picture in a dragged row as a file. */
export const hasRows = (data: DataTransfer | null) => data?.types.includes(type) ?? false

export function dragRows(data: DataTransfer, ids: readonly number[]): void {
  data.setData(type, JSON.stringify(ids))
  data.effectAllowed = 'move'
}

/** Empty if no rows were dropped. */
export function droppedRows(data: DataTransfer): number[] {
  const ids: unknown = JSON.parse(data.getData(type) || '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}
