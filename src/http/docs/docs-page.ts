export async function docsPage(): Promise<Response> {
  return new Response('todo');
}
