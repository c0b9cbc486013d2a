import { controlSandbox, getSandbox } from '@/lib/platform/sandbox/endpoints'
import { onlyInSandbox } from '@/lib/platform/sandbox/mount'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onlyInSandbox(
  getSandbox.path,
  route(getSandbox, controlSandbox),
)
