import { after } from 'next/server'
import { platformRoute } from '@/lib/sandbox/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = platformRoute('pay', after)
