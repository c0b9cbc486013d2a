import { route } from '@/lib/next/route'
import { controlSandbox, getSandbox } from '@/lib/sandbox/endpoints'
import { onlyInSandbox } from '@/lib/sandbox/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onlyInSandbox(
  getSandbox.path,
  route(getSandbox, controlSandbox),
)
