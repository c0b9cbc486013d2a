import { route } from '@/lib/next/route'
import { controlSandbox, readSandbox } from '@/lib/sandbox/endpoints'
import { onlyInSandbox } from '@/lib/sandbox/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onlyInSandbox(route(readSandbox, controlSandbox))
