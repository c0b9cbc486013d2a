import { send } from '@/lib/api/client'

/** Groups that people can be in, as a field offers them. */
export const readGroups = async () => (await send('GET /cms/group', { query: { size: 100 } })).items.map(asOption)

export const asOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
