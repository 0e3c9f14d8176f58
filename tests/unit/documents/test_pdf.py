import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from endstop.documents.fitting import OVERSAMPLING
from endstop.documents.pdf import PdfPages, bounded_scale
from endstop.documents.sizing import PageSizing
from endstop.errors import DocumentError, PasswordNeededError

POINTS = st.floats(1e-3, 20_000)


def opened(path, password=None) -> PdfPages:
    stream = path.open("rb")
    try:
        return PdfPages(stream, path.name, password)
    except DocumentError:
        stream.close()
        raise


@pytest.fixture
def rendered(as_image):
    """One page of a PDF as a Pillow image."""

    def render(path, number=1):
        pages = opened(path)
        try:
            return as_image(pages.render(number, PageSizing()))
        finally:
            pages.close()

    return render


def test_pages_are_counted_and_get_the_size_of_the_rule(make_pdf):
    pages = opened(make_pdf(pages=3))
    assert pages.page_count == 3
    page = pages.render(2, PageSizing())
    assert (page.number, page.width, page.height) == (2, 784, 1120)
    assert len(page.rgb) == 784 * 1120 * 3
    pages.close()


def test_paper_is_white_and_ink_is_the_right_colour(tmp_path, rendered):
    sheet = canvas.Canvas(str(tmp_path / "red.pdf"), pagesize=(600, 600))
    sheet.setFillColorRGB(1, 0, 0)
    sheet.rect(0, 300, 300, 300, stroke=0, fill=1)
    sheet.save()
    image = rendered(tmp_path / "red.pdf")
    assert image.getpixel((200, 200)) == (255, 0, 0)
    assert image.getpixel((600, 600)) == (255, 255, 255)


def test_rendering_a_page_twice_gives_the_same_pixels(make_pdf):
    pages = opened(make_pdf())
    assert pages.render(1, PageSizing()) == pages.render(1, PageSizing())
    pages.close()


def test_a_form_value_shows_even_without_an_appearance(raw_pdf, rendered):
    field = (
        b"<</Type/Annot/Subtype/Widget/FT/Tx/T(total)/V(42 EUR)/Rect[20 20 280 280]"
        b"/DA(/Helv 90 Tf 0 g)/F 4/P 3 0 R>>"
    )
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/NeedAppearances true"
        b"/DR<</Font<</Helv 5 0 R>>>>/DA(/Helv 0 Tf 0 g)>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Annots[4 0 R]>>",
        field,
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    assert rendered(path).convert("L").getextrema() == (0, 255)


def test_a_filled_form_shows_its_value(tmp_path, rendered):
    sheet = canvas.Canvas(str(tmp_path / "form.pdf"), pagesize=(400, 400))
    box = {"width": 300, "height": 60, "fontSize": 40, "borderWidth": 0}
    sheet.acroForm.textfield(name="total", value="42 EUR", x=50, y=200, **box)
    sheet.showPage()
    sheet.save()
    assert rendered(tmp_path / "form.pdf").convert("L").getextrema()[0] < 50


def test_an_annotation_does_not_change_the_size_of_a_page_with_inherited_boxes(raw_pdf, rendered):
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]/CropBox[50 50 150 150]>>",
        b"<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
        b"<</Type/Annot/Subtype/Square/Rect[50 50 100 150]/IC[1 0 0]/C[1 0 0]/F 4/P 3 0 R>>",
    )
    image = rendered(path)
    assert image.size == (700, 700)
    assert image.getpixel((175, 350)) == (255, 0, 0)
    assert image.getpixel((525, 350)) == (255, 255, 255)


@pytest.mark.parametrize(("hidden", "colour"), [(b"", (255, 0, 0)), (b"6 0 R", (255, 255, 255))])
def test_a_layer_that_is_switched_off_is_not_shown(raw_pdf, rendered, hidden, colour):
    content = b"/OC /Layer BDC 1 0 0 rg 0 0 600 600 re f EMC"
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R]/D<</OFF[%s]/Order[]>>>>>>"
        % hidden,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 4 0 R"
        b"/Resources<</Properties<</Layer 6 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"null",
        b"<</Type/OCG/Name(Layer)>>",
    )
    assert rendered(path).getpixel((300, 300)) == colour


def test_a_turned_page_is_rendered_as_it_is_read(raw_pdf, rendered):
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1/Rotate 90>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R]>>",
        b"<</Type/Annot/Subtype/Square/Rect[0 742 100 842]/IC[1 0 0]/F 4/P 3 0 R>>",
    )
    image = rendered(path)
    assert image.size == (1120, 784)
    assert image.getpixel((1080, 40)) == (255, 0, 0)


def test_an_encrypted_file_asks_for_its_password(make_pdf):
    path = make_pdf("secret.pdf", password="open sesame")
    for missing in (None, ""):
        with pytest.raises(PasswordNeededError, match=r"secret\.pdf is encrypted and needs a"):
            opened(path, missing)


def test_a_wrong_password_is_said_to_be_wrong(make_pdf):
    path = make_pdf("secret.pdf", password="open sesame")
    with pytest.raises(PasswordNeededError, match=r"The password for secret\.pdf is wrong"):
        opened(path, "open barley")


@pytest.mark.parametrize("password", ["open sesame", "Schlüssel"])
def test_the_right_password_opens(make_pdf, password):
    pages = opened(make_pdf(pages=2, password=password), password)
    assert pages.page_count == 2
    pages.close()


def test_a_password_that_is_not_needed_does_no_harm(make_pdf):
    opened(make_pdf(), "anything").close()


@pytest.mark.parametrize("strength", [40, 128])
def test_a_file_that_only_forbids_printing_opens_with_any_password(tmp_path, strength):
    path = tmp_path / "forbidding.pdf"
    lock = StandardEncryption("", "owner", canPrint=0, strength=strength)
    sheet = canvas.Canvas(str(path), encrypt=lock)
    sheet.drawString(100, 100, "text")
    sheet.save()
    for password in (None, "", "owner", "of another file"):
        opened(path, password).close()


@pytest.mark.parametrize("strength", [40, 128])
def test_the_owners_password_opens_too(tmp_path, strength):
    path = tmp_path / "locked.pdf"
    sheet = canvas.Canvas(str(path), encrypt=StandardEncryption("u", "o", strength=strength))
    sheet.drawString(100, 100, "text")
    sheet.save()
    for password in ("u", "o"):
        opened(path, password).close()


def test_a_damaged_file_is_an_error_with_a_sentence(tmp_path):
    path = tmp_path / "bad.pdf"
    path.write_bytes(b"%PDF-1.7\nnothing of use\n%%EOF")
    with pytest.raises(DocumentError, match=r"bad\.pdf is damaged and cannot be read as a PDF"):
        opened(path)


def test_a_missing_page_is_an_error_that_names_the_page(raw_pdf):
    path = raw_pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[9 0 R 8 0 R]/Count 2>>")
    pages = opened(path)
    with pytest.raises(DocumentError, match=r"Page 2 of raw\.pdf is damaged"):
        pages.render(2, PageSizing())
    pages.close()


@pytest.mark.parametrize("size", [(14_400, 14_400), (14_400, 3), (3, 14_400), (200_000, 200_000)])
def test_a_giant_page_is_fitted_like_any_other(make_pdf, size):
    pages = opened(make_pdf(size=size))
    page = pages.render(1, PageSizing())
    assert page.width * page.height <= PageSizing().max_pixels
    pages.close()


@given(POINTS, POINTS)
def test_no_page_is_rasterised_to_more_than_the_budget(width, height):
    sizing = PageSizing()
    scale = bounded_scale(width, height, sizing)
    pixels = math.ceil(width * scale) * math.ceil(height * scale)
    assert pixels <= OVERSAMPLING * sizing.max_pixels * 1.05


@given(st.floats(200, 1500), st.floats(200, 1500))
def test_a_usual_page_is_rasterised_by_the_rule_alone(width, height):
    assert bounded_scale(width, height, PageSizing()) == PageSizing().render_scale(width, height)


@pytest.mark.parametrize("size", [(0, 100), (100, 0), (-1, 1), (math.nan, 1), (math.inf, 1)])
def test_a_page_without_a_size_has_no_scale(size):
    with pytest.raises(ValueError, match=r","):
        bounded_scale(*size, PageSizing())
