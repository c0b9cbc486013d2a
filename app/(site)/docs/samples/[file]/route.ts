import { refuse } from '@/lib/kit/api/run/respond'
import { download } from '@/lib/kit/api/run/response'
import { readRoute } from '@/lib/server/next/route'
import { archiveOf, samples } from '../../samples'

const path = '/docs/samples/{file}'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(path, (request, { file }) => {
  const sample = samples.find((name) => file === `${name}.zip`)
  if (!sample) return refuse(request, { path }, 'not_found')
  const name = `${sample}.zip`
  return download({ name, plain: name, type: 'application/zip', stream: new Blob([archiveOf(sample)]).stream() })
})
